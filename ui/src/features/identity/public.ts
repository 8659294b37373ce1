/** What other features may use of accounts: the parts of a form that guards an account. */
export { Failure } from "./Failure";
export { emailError, errorsOf, NewPasswordField, newPasswordError } from "./fields";
export { SubmitButton } from "./SubmitButton";
export { secretOf, textOf, useSubmit } from "./useSubmit";

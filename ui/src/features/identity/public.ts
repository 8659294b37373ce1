/** What other features may use of accounts: what forms that guard an account have in common. */
export { accountFailures } from "./failures";
export { emailError, NewPasswordField, newPasswordError, passwordError } from "./fields";

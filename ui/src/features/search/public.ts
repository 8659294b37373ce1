/** What other features may use of search. */
export { SearchForm } from "./SearchForm";

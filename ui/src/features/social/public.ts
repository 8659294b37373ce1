/** What other features may use of following. */
export { FollowButton } from "./FollowButton";
export { PeopleList } from "./PeopleList";
export { type Follow, useFollow } from "./useFollow";

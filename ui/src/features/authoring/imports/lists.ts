/** Every address of one's imports of many files begins so. */
export const BATCHES = "/scenarios/imports";

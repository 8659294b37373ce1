import type { GuideSection } from "../model";
import { account } from "./account";
import { comfort } from "./comfort";
import { finding } from "./finding";
import { firstSteps } from "./firstSteps";
import { playing } from "./playing";
import { reading } from "./reading";
import { writing } from "./writing";

/** The whole guide, in reading order. */
export const guideSections: readonly GuideSection[] = [
  firstSteps,
  finding,
  reading,
  playing,
  writing,
  account,
  comfort,
];

/** The first script of a build by `npm run dev`. */
import "../../src/entry-boot";
import "./reload";

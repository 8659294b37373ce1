import { compileErrors, validate } from "@readme/openapi-parser";
import { createConfig, lint } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";

/**
 * Three independent readers of OpenAPI must accept the document of our API: each finds what the others let pass (types
 * that are named and not there, schemas that are none, rules of the specification beyond its schema).
 */
const FILE = new URL("./openapi.json", import.meta.url).pathname;

const READERS = {
  "@seriousme/openapi-schema-validator": async () => {
    const { valid, errors } = await new Validator().validate(FILE);
    return valid ? [] : [JSON.stringify(errors, null, 2)];
  },
  "@readme/openapi-parser": async () => {
    const result = await validate(FILE);
    return result.valid ? [] : [compileErrors(result)];
  },
  "@redocly/openapi-core": async () => {
    const problems = await lint({ ref: FILE, config: await createConfig({ extends: ["spec"] }) });
    return problems.map(({ message, location }) => `${message} (${location[0]?.pointer ?? "the document"})`);
  },
};

let failed = false;
for (const [name, read] of Object.entries(READERS)) {
  const problems = await read();
  if (problems.length === 0) continue;
  failed = true;
  console.error(`openapi.json is refused by ${name}:\n${problems.join("\n")}`);
}
process.exit(failed ? 1 : 0);

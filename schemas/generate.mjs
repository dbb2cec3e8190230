// Writes all files that are generated from the schemas. With --check it only compares, and exits with 1 if
// one is stale.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateFunctions, generateLimits, generateLimitValues } from './generate/constants.mjs';
import { generateDefinitions } from './generate/definitions.mjs';
import { generateMembers } from './generate/members.mjs';
import { SCHEMAS } from './generate/model.mjs';
import { generateProps } from './generate/props.mjs';
import { generateShapes } from './generate/shapes.mjs';
import { generateFixtureValidators, generateValidators } from './generate/validators.mjs';

const root = join(SCHEMAS, '..');
const isCheck = process.argv.includes('--check');

const validators = await generateValidators();
const fixtures = await generateFixtureValidators();

const files = {
  'renderer/widgets/props.generated.ts': generateProps(),
  'renderer/grammar/shapes.generated.ts': generateShapes(),
  'renderer/grammar/definitions.generated.ts': await generateDefinitions(),
  'renderer/grammar/validators.generated.js': validators.code,
  'renderer/grammar/validators.generated.d.ts': validators.types,
  'src/simulator/service/validators.generated.js': fixtures.code,
  'src/simulator/service/validators.generated.d.ts': fixtures.types,
  'renderer/grammar/members.generated.ts': generateMembers(),
  'renderer/plan/limit-values.generated.ts': generateLimitValues(),
  'renderer/plan/limits.generated.ts': generateLimits(),
  'renderer/plan/functions.generated.ts': generateFunctions(),
};

const stale = Object.entries(files).filter(([path, text]) => {
  const file = join(root, path);
  return !existsSync(file) || readFileSync(file, 'utf8') !== text;
});

if (isCheck) {
  for (const [path] of stale) console.error(`${path} is stale: run node schemas/generate.mjs`);
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  for (const [path, text] of stale) {
    writeFileSync(join(root, path), text);
    console.log(`wrote ${path}`);
  }
}

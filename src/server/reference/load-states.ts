import { basename } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import schema from '#schemas/states.schema.json' with { type: 'json' };
import { type OnMisfit, refuseMisfit, unlessMisfit } from './misfit.ts';
import { listFixtures, readFixture } from './read-fixture.ts';
import { type StateFile, type StateFiles, STATES_FOLDER } from './states.ts';

/** Compiled once: a project that is watched is read after every edit. */
let validator: ValidateFunction<StateFile> | undefined;

/**
 * Reads `fixtures/states/*.json` and the sets beside them.
 *
 * @param onMisfit - Gets each fault, which names the file; that file is left out. Default: throws it.
 */
export function loadStates(root: string, onMisfit: OnMisfit = refuseMisfit): StateFiles {
  const read = (folder: string): Map<string, StateFile> => {
    const files = new Map<string, StateFile>();
    for (const file of listFixtures(root, folder, onMisfit)) {
      const states = unlessMisfit(onMisfit, () => loadFile(root, `${folder}/${file}`));
      if (states) files.set(basename(file, '.json'), states);
    }
    return files;
  };
  return { screens: read(STATES_FOLDER), sets: read(`${STATES_FOLDER}/sets`) };
}

function loadFile(root: string, path: string): StateFile {
  validator ??= new Ajv2020({ allErrors: true }).compile<StateFile>(schema);
  const source = readFixture(root, path);
  if (validator(source)) return source;
  const faults = validator.errors?.map((fault) => `${fault.instancePath || '/'} ${fault.message}`) ?? [];
  throw new Error(`${path}: ${faults.join('; ')}`);
}

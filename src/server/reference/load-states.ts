import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import schema from '#schemas/states.schema.json' with { type: 'json' };
import { type StateFile, type StateFiles, STATES_FOLDER } from './states.ts';

/** Compiled once: a project that is watched is read after every edit. */
let validator: ValidateFunction<StateFile> | undefined;

/**
 * Reads `fixtures/states/*.json` and the sets beside them.
 *
 * @throws Error naming the file and what is wrong in it.
 */
export function loadStates(root: string): StateFiles {
  validator ??= new Ajv2020({ allErrors: true }).compile<StateFile>(schema);
  const validate = validator;
  const read = (folder: string): Map<string, StateFile> => {
    const files = new Map<string, StateFile>();
    if (!existsSync(join(root, folder))) return files;
    for (const file of readdirSync(join(root, folder)).sort()) {
      if (!file.endsWith('.json')) continue;
      const source: unknown = JSON.parse(readFileSync(join(root, folder, file), 'utf8'));
      if (!validate(source)) {
        const faults = validate.errors?.map((fault) => `${fault.instancePath || '/'} ${fault.message}`) ?? [];
        throw new Error(`${folder}/${file}: ${faults.join('; ')}`);
      }
      files.set(basename(file, '.json'), source);
    }
    return files;
  };
  return { screens: read(STATES_FOLDER), sets: read(join(STATES_FOLDER, 'sets')) };
}

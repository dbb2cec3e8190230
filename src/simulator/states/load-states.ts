import { basename } from 'node:path';
import { findShapeFaults } from '../service/fixture-world.ts';
import { type OnBadFixture, throwBadFixture, skipBadFixture } from '../service/bad-fixture.ts';
import { listFixtures, readFixture } from '../service/read-fixture.ts';
import { type StateFile, type StateFiles, STATES_FOLDER } from './states.ts';

/**
 * Reads `fixtures/states/*.json` and the sets.
 * @param onBadFixture - Gets each fault, which names the file; that file is left out. Default: throws it.
 */
export function loadStates(root: string, onBadFixture: OnBadFixture = throwBadFixture): StateFiles {
  const read = (folder: string): Map<string, StateFile> => {
    const files = new Map<string, StateFile>();
    for (const file of listFixtures(root, folder, onBadFixture)) {
      const states = skipBadFixture(onBadFixture, () => loadFile(root, `${folder}/${file}`));
      if (states) files.set(basename(file, '.json'), states);
    }
    return files;
  };
  return { screens: read(STATES_FOLDER), sets: read(`${STATES_FOLDER}/sets`) };
}

function loadFile(root: string, path: string): StateFile {
  const source = readFixture(root, path);
  const faults = findShapeFaults('states', source);
  if (faults.length > 0)
    throw new Error(
      `${path}: ${faults.map(({ pointer, message }) => `${pointer || '/'} ${message}`).join(' ')}`,
    );
  // `source` was validated above.
  return source as StateFile;
}

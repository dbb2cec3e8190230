import { isAsset, isProjectPath } from '#src/shared/project-paths.ts';
import { letOthersRun } from '../let-others-run.ts';
import type { Compilation, Compile } from './compilation.ts';
import type { CompiledRelease } from './compiled.ts';
import { requireValidAssets } from './require-assets.ts';
import { RegistryRefusal } from './failures.ts';

/**
 * @throws RegistryRefusal `problems`, also if no server could serve the release; `invalid` for an illegal path,
 * and as `requireValidAssets`.
 */
export async function compileBytes(
  bytes: ReadonlyMap<string, Uint8Array>,
  compile: Compile,
): Promise<CompiledRelease & Pick<Compilation, 'law'>> {
  const wrong = [...bytes.keys()].find((path) => !isProjectPath(path));
  if (wrong !== undefined)
    throw new RegistryRefusal('invalid', `${wrong} is not a valid path of a document.`);
  await letOthersRun();
  requireValidAssets(bytes);
  await letOthersRun();
  const files = [...bytes]
    .map(([path, content]) => ({ path, text: isAsset(path) ? '' : Buffer.from(content).toString('utf8') }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const { app, plans, problems, law, unservable } = await compile(files);
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (app === undefined || errors.length > 0) {
    throw new RegistryRefusal('problems', `The definitions have ${errors.length} errors.`, problems);
  }
  if (unservable !== undefined) {
    throw new RegistryRefusal('problems', `No server could serve it: ${unservable}`, problems);
  }
  return { app, plans, law };
}

import { findFaultOfAsset } from '#src/shared/asset-kind.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { RegistryRefusal } from './failures.ts';

/** @throws RegistryRefusal `invalid` for an image or font that cannot ship with screens (`findFaultOfAsset`). */
export function requireValidAssets(bytes: Iterable<readonly [path: string, content: Uint8Array]>): void {
  for (const [path, content] of bytes) {
    const fault = isAsset(path) ? findFaultOfAsset(path, content) : undefined;
    if (fault !== undefined)
      throw new RegistryRefusal('invalid', `${path} cannot ship with screens: ${fault}.`);
  }
}

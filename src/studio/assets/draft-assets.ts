import * as v from 'valibot';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { ASSET_NAME } from '#src/shared/operation-bodies.ts';
import { isAsset } from '#src/shared/project-paths.ts';
import { assetsOf } from '../model/version.ts';

/** An asset of the draft. */
export interface DraftAsset {
  readonly path: string;
  /** Name in `asset:<name>`. */
  readonly name: string;
  /** Hash of its bytes. */
  readonly content: string;
  readonly address: string;
  /** Paths of the documents that use the asset. A document that computes an asset's name may use all assets. */
  readonly usedIn: readonly string[];
}

export function listDraftAssets(files: readonly SourceFile[]): readonly DraftAsset[] {
  const addresses = assetsOf(files);
  const said = files
    .filter(({ path }) => !isAsset(path))
    .map(({ path, text }) => ({
      path,
      names: [...text.matchAll(/asset:([\w.-]*)/g)].map(([, name]) => name ?? ''),
    }))
    .filter(({ names }) => names.length > 0);
  return files
    .filter(({ path }) => isAsset(path))
    .map(({ path, text }) => {
      const name = path.replace(/^.*\//, '').replace(/\.[^.]*$/, '');
      const usedIn = said
        .filter(({ names }) => names.some((one) => one === name || !Object.hasOwn(addresses, one)))
        .map((document) => document.path);
      return { path, name, content: text, address: addresses[name] ?? '', usedIn };
    });
}

/** `Bank Banner (2).PNG` → `bank-banner-2`; empty if no character is allowed in a name. */
export function nameFor(file: string): string {
  const name = file
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60);
  return v.is(ASSET_NAME, name) ? name : '';
}

/** `1536` → `1.5 kB`. */
export function writeBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}

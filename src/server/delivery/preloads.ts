import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../contract.ts';

/** By widget, the files that its chunk needs; widgets of the entry have none. */
export type Preloads = { readonly [widget: string]: readonly string[] };

/** The widget itself; what it fetches in its turn is fetched when it is asked for. */
const WIDGET = /(?:^|\/)renderer\/widgets\/([a-z-]+)\/\1\.tsx$/;
/** What every form needs and no widget imports. */
const FORMS = /(?:^|\/)renderer\/forms\/forms\.ts$/;

/** Reads from the build's manifest which chunk each lazily loaded widget became. */
export function readPreloads(built: string): Preloads {
  const file = join(built, '.vite/manifest.json');
  return existsSync(file) ? preloadsOf(JSON.parse(readFileSync(file, 'utf8'))) : {};
}

export function preloadsOf(manifest: unknown): Preloads {
  const preloads: { [widget: string]: string[] } = {};
  if (!isRecord(manifest)) return preloads;
  for (const [source, chunk] of Object.entries(manifest)) {
    const widget = FORMS.test(source) ? 'form' : WIDGET.exec(source)?.[1];
    if (widget === undefined || !isRecord(chunk) || chunk.isDynamicEntry !== true) continue;
    const files = [chunk.file, ...(Array.isArray(chunk.css) ? chunk.css : [])];
    const addresses = files.filter((name) => typeof name === 'string').map((name) => `/capiz/${name}`);
    preloads[widget] = [...(preloads[widget] ?? []), ...addresses];
  }
  return preloads;
}

/** Links that fetch, beside the page's script, what the first plan will ask for. */
export function writePreloads(widgets: readonly string[], preloads: Preloads): string {
  const files = widgets.flatMap((widget) =>
    Object.hasOwn(preloads, widget) ? (preloads[widget] ?? []) : [],
  );
  return files
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="${file}">`
        : `<link rel="modulepreload" crossorigin href="${file}">`,
    )
    .join('');
}

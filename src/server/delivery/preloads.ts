import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROL_TYPES } from '#renderer/plan/first-widgets.ts';
import { isRecord } from '../contract.ts';

/** By widget, the files that its chunk needs; widgets of the entry have none. */
export type Preloads = { readonly [widget: string]: readonly string[] };

/** The widget itself; what it fetches in its turn is fetched when it is asked for. */
const WIDGET = /(?:^|\/)renderer\/widgets\/([a-z-]+)\/\1\.tsx$/;
/** The chunk that several widgets share. */
const CONTROLS = /(?:^|\/)renderer\/widgets\/controls\.ts$/;
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
    if (!isRecord(chunk) || chunk.isDynamicEntry !== true) continue;
    const addresses = filesOf(source, manifest).map((name) => `/capiz/${name}`);
    for (const widget of widgetsOf(source)) preloads[widget] = [...(preloads[widget] ?? []), ...addresses];
  }
  return preloads;
}

/** Of a chunk and of those that it imports; the entry's are on their way anyway. */
function filesOf(source: string, manifest: { readonly [source: string]: unknown }): readonly string[] {
  const chunk = manifest[source];
  if (!isRecord(chunk) || chunk.isEntry === true) return [];
  const list = (value: unknown) =>
    Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  return [
    ...(typeof chunk.file === 'string' ? [chunk.file] : []),
    ...list(chunk.css),
    ...list(chunk.imports).flatMap((imported) => filesOf(imported, manifest)),
  ];
}

function widgetsOf(source: string): readonly string[] {
  if (CONTROLS.test(source)) return CONTROL_TYPES;
  if (FORMS.test(source)) return ['form'];
  return WIDGET.exec(source)?.slice(1) ?? [];
}

/** Links that fetch, beside the page's script, what the first plan will ask for. */
export function writePreloads(widgets: readonly string[], preloads: Preloads): string {
  const files = widgets.flatMap((widget) =>
    Object.hasOwn(preloads, widget) ? (preloads[widget] ?? []) : [],
  );
  return [...new Set(files)]
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="${file}">`
        : `<link rel="modulepreload" crossorigin href="${file}">`,
    )
    .join('');
}

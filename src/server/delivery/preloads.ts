import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROL_TYPES } from '#renderer/plan/first-widgets.ts';
import { isRecord } from '../contract.ts';

/** By widget, the files that its chunk needs; widgets of the entry have none. */
export type Preloads = { readonly [widget: string]: readonly string[] };

/** The widget itself; what it fetches in its turn is fetched when it is asked for. */
const WIDGET = /(?:^|\/)renderer\/widgets\/([a-z-]+)\/\1\.tsx$/;
/** The chunk of forms and of the controls that several of them use, by its name in the page's build. */
const FORM_CHUNK = 'form';

/** Reads from the build's manifest which chunk each lazily loaded widget became. */
export function readPreloads(built: string, template: string): Preloads {
  const file = join(built, '.vite/manifest.json');
  return existsSync(file) ? preloadsOf(JSON.parse(readFileSync(file, 'utf8')), template) : {};
}

/** @param template - The page's document: what it names is on its way anyway. */
export function preloadsOf(manifest: unknown, template: string): Preloads {
  const preloads: { [widget: string]: readonly string[] } = {};
  if (!isRecord(manifest)) return preloads;
  for (const [source, chunk] of Object.entries(manifest)) {
    if (!isRecord(chunk)) continue;
    const addresses = filesOf(source, manifest).map((name) => `/capiz/${name}`);
    for (const widget of widgetsOf(source, chunk))
      preloads[widget] = addresses.filter((address) => !template.includes(address));
  }
  return preloads;
}

/** Of a chunk and of those that it imports. */
function filesOf(source: string, manifest: { readonly [source: string]: unknown }): readonly string[] {
  const chunk = manifest[source];
  if (!isRecord(chunk)) return [];
  const list = (value: unknown) =>
    Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
  return [
    ...(typeof chunk.file === 'string' ? [chunk.file] : []),
    ...list(chunk.css),
    ...list(chunk.imports).flatMap((imported) => filesOf(imported, manifest)),
  ];
}

function widgetsOf(
  source: string,
  { name, isDynamicEntry }: { readonly [key: string]: unknown },
): readonly string[] {
  if (name === FORM_CHUNK) return CONTROL_TYPES;
  return isDynamicEntry === true ? (WIDGET.exec(source)?.slice(1) ?? []) : [];
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

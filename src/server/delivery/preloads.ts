import * as v from 'valibot';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONTROL_TYPES, findForms, firstWidgets } from '#renderer/plan/first-code.ts';
import type { Plan } from '#renderer/plan/plan.ts';

/** The code of forms has this key among the widget types. No widget has this name. */
const FORMS = 'forms';

/** Files of the chunk of each widget; widgets in the entry have none. */
export type Preloads = { readonly [widget: string]: readonly string[] };

/** Matches only the file of a widget itself: the widget's own lazy imports are loaded later. */
const WIDGET = /(?:^|\/)renderer\/widgets\/([a-z-]+)\/\1\.tsx$/;
/** The named chunks of the page's build, with the widgets that need each. */
const NAMED: { readonly [chunk: string]: readonly string[] } = { forms: [FORMS], controls: CONTROL_TYPES };

const FILES = v.optional(v.array(v.string()), []);
const CHUNK = v.object({
  file: v.string(),
  name: v.optional(v.string(), ''),
  isDynamicEntry: v.optional(v.boolean(), false),
  css: FILES,
  imports: FILES,
});
type Chunk = v.InferOutput<typeof CHUNK>;
/** Vite's manifest: chunks by source file. Without the manifest, the page fetches the same files a little later. */
const MANIFEST = v.fallback(v.record(v.string(), CHUNK), {});
type Manifest = v.InferOutput<typeof MANIFEST>;

/** Reads from the build's manifest which chunk each lazily loaded widget became. */
export function readPreloads(built: string, template: string): Preloads {
  const file = join(built, '.vite/manifest.json');
  return existsSync(file) ? preloadsOf(JSON.parse(readFileSync(file, 'utf8')), template) : {};
}

/** @param template - The page's document: its files are already being loaded. */
export function preloadsOf(written: unknown, template: string): Preloads {
  const manifest = v.parse(MANIFEST, written);
  const preloads: { [widget: string]: readonly string[] } = {};
  for (const [source, chunk] of Object.entries(manifest)) {
    const addresses = filesOf(chunk, manifest).map((name) => `/capiz/${name}`);
    for (const widget of widgetsOf(source, chunk))
      preloads[widget] = addresses.filter((address) => !template.includes(address));
  }
  return preloads;
}

/** Files of a chunk and its imports. */
function filesOf({ file, css, imports }: Chunk, manifest: Manifest): readonly string[] {
  return [
    file,
    ...css,
    ...imports.flatMap((source) => {
      const imported = manifest[source];
      return imported === undefined ? [] : filesOf(imported, manifest);
    }),
  ];
}

function widgetsOf(source: string, { name, isDynamicEntry }: Chunk): readonly string[] {
  const needed = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (needed !== undefined) return needed;
  return isDynamicEntry ? (WIDGET.exec(source)?.slice(1) ?? []) : [];
}

/** Links that preload what the first plan needs, in parallel to the page's script. */
export function writePreloads(plan: Plan, preloads: Preloads): string {
  const needed = [...(findForms(plan) === 'first' ? [FORMS] : []), ...firstWidgets(plan)];
  const files = needed.flatMap((widget) => (Object.hasOwn(preloads, widget) ? (preloads[widget] ?? []) : []));
  return [...new Set(files)]
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="${file}">`
        : `<link rel="modulepreload" crossorigin href="${file}">`,
    )
    .join('');
}

import { editCatalogue } from '#renderer/grammar/edit-catalogue.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { readMessages } from '#renderer/grammar/messages.ts';
import { inFlow } from '#renderer/grammar/flow/names.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { readVariant } from '#src/simulator/states/variants.ts';
import { APP_FILE, partName } from '#src/shared/project-paths.ts';
import type { Edit } from '../model/edit.ts';
import { removeItem, setAt, setMember } from '../model/edits.ts';
import { documentOf } from '../model/nodes.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { variantsOf } from '../variants/variants.ts';
import { documentsThatLead, routesOf, screenPath } from './all-screens.ts';
import { goesTo, specialOf } from './leads.ts';

/* Edits of whole screens. Each returns the changes of all documents, which are one undo step. */

type Changes = Edit['changes'];

/** Whether the title is one text, and has no cases. */
export function hasPlainTitle(view: WorkspaceView, screen: string): boolean {
  return typeof valueAt(documentOf(view, screenPath(screen)), '/title') === 'string';
}

export function renameScreen(view: WorkspaceView, screen: string, title: string): Changes {
  const path = screenPath(screen);
  const text = view.texts.get(path) ?? '';
  return { [path]: setMember({ path, text }, '', 'title', title).text };
}

/** Gives a screen another address. The earlier ones still open it, after the new one. */
export function moveScreen(view: WorkspaceView, screen: string, route: string): Changes {
  const path = screenPath(screen);
  const text = view.texts.get(path) ?? '';
  const before = routesOf(documentOf(view, path)).filter((one) => one !== route);
  return { [path]: setAt({ path, text }, '/routes', [route, ...before]).text };
}

/**
 * Deletes a screen, its own states, the settings about it, and the parts that the draft made for it alone.
 *
 * @param instead - The screen that opens instead, at the addresses of the deleted one too; undefined: none.
 */
export function deleteScreen(view: WorkspaceView, screen: string, instead: string | undefined): Changes {
  const changes: { [path: string]: string | null } = { [screenPath(screen)]: null };
  for (const { path, text } of variantsOf(view.read)) {
    const value: unknown = documentOf(view, path) ?? JSON.parse(text);
    if (readVariant(value)?.screen === screen) changes[path] = null;
  }
  for (const path of partsMadeFor(view, screen)) changes[path] = null;
  for (const { file, value } of documentsThatLead(view)) {
    if (file === screenPath(screen)) continue;
    const before = view.texts.get(file) ?? '';
    let text = before;
    const edit = (change: (source: { path: string; text: string }) => { readonly text: string }): void => {
      text = change({ path: file, text }).text;
    };
    if (instead !== undefined) redirect(edit, view, value, screen, instead);
    if (file === APP_FILE) forget(edit, value, screen);
    if (instead !== undefined && file === screenPath(instead)) {
      const routes = new Set([...routesOf(value), ...routesOf(documentOf(view, screenPath(screen)))]);
      if (routes.size > routesOf(value).length) edit((source) => setAt(source, '/routes', [...routes]));
    }
    if (text !== before) changes[file] = text;
  }
  return changes;
}

/**
 * Removes the translations that no text has any more after a deletion. Those that no text had before it stay.
 *
 * @returns The changes of the catalogues; none if a document has an error, because some texts are unknown then.
 */
export function removeTranslations(view: WorkspaceView, deletion: Changes): Changes {
  const kept = view.files.flatMap(({ path, text }) => {
    const changed = deletion[path];
    return changed === null ? [] : [{ path, text: changed ?? text }];
  });
  const [before, after] = [readMessages(view.files), readMessages(kept)];
  if ('errors' in before || 'errors' in after) return {};
  const changes: { [path: string]: string } = {};
  for (const { language, file, stale } of after.languages) {
    const were = before.languages.find((one) => one.language === language)?.stale ?? [];
    const old = new Set(were.map(({ id }) => id));
    const edits = stale
      .filter(({ id }) => !old.has(id))
      .map(({ source, context }) => ({ source, context, written: undefined }));
    if (file === undefined || edits.length === 0) continue;
    changes[file] = editCatalogue(view.texts.get(file) ?? '', edits);
  }
  return changes;
}

/** Parts of the draft that are not live, such as copies by “Here only”, and that no other document names. */
function partsMadeFor({ texts, base }: WorkspaceView, screen: string): readonly string[] {
  const live = new Set(base.map(({ path }) => path));
  const own = texts.get(screenPath(screen)) ?? '';
  return [...texts.keys()].filter((path) => {
    const name = partName(path);
    if (name === undefined || live.has(path) || !own.includes(`"${name}"`)) return false;
    return ![...texts].some(
      ([other, text]) => other !== path && other !== screenPath(screen) && text.includes(`"${name}"`),
    );
  });
}

type MakeEdit = (change: (source: { path: string; text: string }) => { readonly text: string }) => void;

/** Leads every action and setting of a document to another screen, with the parameters that this one reads. */
function redirect(edit: MakeEdit, view: WorkspaceView, value: Json, screen: string, instead: string): void {
  const target = documentOf(view, screenPath(instead));
  const declared = isJson(target) && isJson(target['params']) ? target['params'] : {};
  for (const pointer of goesTo(value, screen)) {
    const action = valueAt(value, pointer);
    if (!isJson(action)) continue;
    edit((source) => setMember(source, pointer, 'to', instead));
    // The node to scroll to was one of the deleted screen.
    if (action['at'] !== undefined) edit((source) => setMember(source, pointer, 'at', undefined));
    const given = isJson(action['with']) ? action['with'] : {};
    const kept = Object.entries(given).filter(([name]) => Object.hasOwn(declared, name));
    if (kept.length === Object.keys(given).length) continue;
    const rest = kept.length === 0 ? undefined : Object.fromEntries(kept);
    edit((source) => setMember(source, pointer, 'with', rest));
  }
  for (const pointer of specialOf(value, screen)) edit((source) => setAt(source, pointer, instead));
}

/** Removes the application's settings about a screen. */
function forget(edit: MakeEdit, app: Json, screen: string): void {
  const { review, flows } = app;
  const alone = isJson(review) ? review['alone'] : undefined;
  if (isJson(alone) && Object.hasOwn(alone, screen))
    edit((source) => setMember(source, '/review/alone', screen, undefined));
  if (!Array.isArray(flows)) return;
  const named = inFlow(screen);
  for (const [at, flow] of [...flows.entries()].reverse()) {
    const isAbout = isJson(flow) && [flow['from'], flow['to']].some((one) => named.test(String(one)));
    if (isAbout) edit((source) => removeItem(source, joinPointer('/flows', String(at))));
  }
}

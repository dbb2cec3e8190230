import { isJson, type Json } from '#renderer/grammar/json.ts';
import type { LiveScreen } from '#src/shared/registry/home.ts';
import { titleOfScreen } from '#src/shared/screen-title.ts';
import { documentOf } from '../model/nodes.ts';
import type { WorkspaceView } from '../model/workspace.ts';

const SCREEN = /^screens\/([^/]+)\.screen\.json$/;

export function screenPath(screen: string): string {
  return `screens/${screen}.screen.json`;
}

/** The id of a screen by the path of its document. */
export function screenAt(path: string): string | undefined {
  return SCREEN.exec(path)?.[1];
}

/** The screens of a draft with their titles, by id. */
export function listScreens(view: WorkspaceView): readonly LiveScreen[] {
  return view.files.flatMap(({ path }) => {
    const id = screenAt(path);
    return id === undefined ? [] : [{ id, title: titleOfScreen(id, documentOf(view, path)) }];
  });
}

export function titleIn(view: WorkspaceView, screen: string): string {
  return titleOfScreen(screen, documentOf(view, screenPath(screen)));
}

export function routesOf(document: unknown): readonly string[] {
  const routes = isJson(document) ? document['routes'] : undefined;
  return Array.isArray(routes) ? routes.filter((route) => typeof route === 'string') : [];
}

/** The documents that can lead to a screen: screens, parts and the application. */
export function* documentsThatLead(
  view: WorkspaceView,
): Iterable<{ readonly file: string; readonly value: Json }> {
  for (const file of view.read.keys()) {
    if (!/^screens\/(?:app|[^/]+\.screen|parts\/[^/]+\.part)\.json$/.test(file)) continue;
    const value = documentOf(view, file);
    if (isJson(value)) yield { file, value };
  }
}

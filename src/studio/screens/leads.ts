import { isJson, type Json } from '#renderer/grammar/json.ts';
import { recordsIn, splitPointer, textsIn } from '#renderer/grammar/pointer.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { documentOf } from '../model/nodes.ts';
import { allItems, outlineOf, type Selection } from '../model/outline.ts';
import { nameOf } from '../model/uses.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { describeType, wordsOf } from '../properties/describe.ts';
import { documentsThatLead, routesOf, screenAt, screenPath, titleIn } from './all-screens.ts';

/** Something that leads to a screen: an action, an address in a text, or a setting of the application. */
export interface Lead extends Selection {
  /** Where it is, in words: `Order Details: button “Help”`. */
  readonly words: string;
}

/** Everything outside of a screen that leads to it. */
export function leadsTo(view: WorkspaceView, screen: string): readonly Lead[] {
  const own = screenPath(screen);
  const routes = routesOf(documentOf(view, own));
  const found: Lead[] = [];
  for (const { file, value } of documentsThatLead(view)) {
    if (file === own) continue;
    const pointers = [
      ...goesTo(value, screen),
      ...addressesIn(value, routes),
      ...(file === APP_FILE ? specialOf(value, screen) : []),
    ];
    found.push(
      ...pointers.map((pointer) => ({ file, pointer, words: sayPlace(view, file, value, pointer) })),
    );
  }
  return found;
}

/** Pointers of the actions that go to a screen. */
export function goesTo(document: unknown, screen: string): readonly string[] {
  return [...recordsIn(document)].flatMap(({ record, pointer }) =>
    record['do'] === 'go' && record['to'] === screen ? [pointer] : [],
  );
}

/** Pointers of the settings that name a screen, such as the one that is shown for an unknown address. */
export function specialOf({ special }: Json, screen: string): readonly string[] {
  if (!isJson(special)) return [];
  return Object.entries(special).flatMap(([name, id]) => (id === screen ? [`/special/${name}`] : []));
}

/** Pointers of the texts that are one of these addresses, with or without parameters. */
function addressesIn(document: Json, routes: readonly string[]): readonly string[] {
  const { routes: _routes, anchors: _anchors, ...rest } = document;
  return [...textsIn(rest, '')].flatMap(([pointer, text]) =>
    routes.includes(text.split(/[?#]/, 1)[0] ?? '') ? [pointer] : [],
  );
}

function sayPlace(view: WorkspaceView, file: string, document: Json, pointer: string): string {
  const screen = screenAt(file);
  const where =
    screen !== undefined
      ? titleIn(view, screen)
      : file === APP_FILE
        ? 'The application'
        : `The shared part “${wordsOf(nameOf(file))}”`;
  return `${where}: ${sayNode(file, document, pointer)}`;
}

const SPECIAL: { readonly [name: string]: string } = {
  unknown: 'what opens for an unknown address',
  signedOut: 'what opens for people who are signed out',
};

/** The innermost node around a pointer, or the member of the document. */
function sayNode(file: string, document: Json, pointer: string): string {
  const around = [...allItems(outlineOf(file, document))]
    .filter((item) => pointer.startsWith(`${item.pointer}/`) && splitPointer(item.pointer).length > 1)
    .at(-1);
  if (around === undefined && pointer.startsWith('/special/'))
    return SPECIAL[splitPointer(pointer)[1] ?? ''] ?? 'a setting';
  if (around === undefined) return wordsOf(splitPointer(pointer).slice(0, 2).join(' ')).toLowerCase();
  const kind =
    around.pointer.startsWith('/overlays/') && splitPointer(around.pointer).length === 2
      ? 'overlays'
      : 'widgets';
  const { title } = describeType(kind, around.type);
  return around.name === '' ? title.toLowerCase() : `${title.toLowerCase()} “${around.name}”`;
}

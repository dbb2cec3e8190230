import { linkedProperty } from '#renderer/grammar/compile/links.ts';
import { isJson, type Json, wordOf } from '#renderer/grammar/json.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { LINK } from '#renderer/plan/plain-label.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import { wordsOf } from '../properties/describe.ts';

/** What starts a list: a tap, another act of the person (sending a form, picking a file), or the page. */
export type Begun = 'tap' | 'person' | 'page' | 'unknown';

/** A list of actions that a node or a document can have. */
export interface ActionList {
  readonly pointer: string;
  readonly title: string;
  readonly help: string;
  readonly begun: Begun;
  /** Of a link in a text: its name. */
  readonly link?: string;
  /** It handles a failure, so a failure in it has no handling of its own. */
  readonly handlesFailure?: true;
}

const EVENTS: { readonly [event: string]: Omit<ActionList, 'pointer'> } = {
  tap: { title: 'On tap', help: 'When the person taps it.', begun: 'tap' },
  submit: { title: 'On send', help: 'When the form is sent and all of it is valid.', begun: 'person' },
  invalid: {
    title: 'On send, if something is wrong',
    help: 'When the form is sent and something in it is wrong or missing.',
    begun: 'person',
  },
  uploaded: { title: 'After the upload', help: 'When all chosen files are uploaded.', begun: 'person' },
  failed: { title: 'If an upload fails', help: 'When a file could not be uploaded.', begun: 'page' },
  close: { title: 'On close', help: 'First of all, when it is closed in any way.', begun: 'page' },
  enter: { title: 'On enter', help: 'When the screen opens, before its data is read.', begun: 'page' },
  back: { title: 'On back', help: 'Instead of going back.', begun: 'page' },
};

/** The lists of the node at a pointer: of its events and of its links. */
export function listsOfNode(
  kind: 'widgets' | 'overlays',
  node: Json,
  pointer: string,
): readonly ActionList[] {
  const shape = shapes[kind][wordOf(node['type'])];
  if (shape === undefined) return [];
  const links = isJson(node['links']) ? Object.keys(node['links']) : [];
  const property = linkedProperty(shape);
  return [
    ...shape.events.map((event) => eventAt(`${pointer}/on`, event)),
    ...links.map((link) => ({
      pointer: joinPointer(`${pointer}/links`, link),
      title: `On tap of “${wordsOfLink(property === undefined ? undefined : node[property], link) ?? link}”`,
      help: 'A link in the text.',
      begun: 'tap' as const,
      link,
    })),
  ];
}

/** The lists of a screen, a part or the application outside of its nodes. */
export function listsOfDocument(file: string, document: Json): readonly ActionList[] {
  const isScreen = /\.screen\.json$/.test(file);
  const lists = namesIn(document, 'lists').map((name) => ({
    pointer: `${joinPointer('/lists', name)}/run`,
    title: `List “${titleAt(document, joinPointer('/lists', name)) ?? wordsOf(name)}”`,
    help: 'Runs where a step names it.',
    begun: 'unknown' as const,
  }));
  if (file === APP_FILE) {
    const failures = namesIn(document, 'failures').map((kind) => ({
      pointer: joinPointer('/failures', kind),
      title: kind === 'default' ? 'If a step fails' : `If a step fails: ${FAILURES[kind] ?? wordsOf(kind)}`,
      help: 'Runs after a failure that the step does not handle itself.',
      begun: 'page' as const,
      handlesFailure: true as const,
    }));
    const exit = {
      pointer: '/exit',
      title: 'On back at the first page',
      help: 'Instead of going back, if there is no earlier page.',
      begun: 'page' as const,
    };
    return [...lists, ...failures, exit];
  }
  const loads = namesIn(document, 'data').map((name) => ({
    pointer: `${joinPointer('/data', name)}/on/load`,
    title: `After “${wordsOf(name)}” is read`,
    help: 'Each time that the data has been read.',
    begun: 'page' as const,
  }));
  return [...(isScreen ? ['enter', 'back'].map((event) => eventAt('/on', event)) : []), ...loads, ...lists];
}

/** Kinds of failures, in the words of staff. */
export const FAILURES: { readonly [kind: string]: string } = {
  offline: 'the phone is offline',
  network: 'the service cannot be reached',
  timeout: 'the service does not answer in time',
  server: 'the service has a fault',
  business: 'the service says no',
  'invalid-reply': 'the answer cannot be read',
  unsupported: 'the app cannot do it',
  refused: 'it was refused before sending',
  invalid: 'something in the form is wrong',
  dismissed: 'the dialog was dismissed',
  changed: 'an amount has changed meanwhile',
  unknown: 'nobody knows yet if it succeeded',
};

function eventAt(events: string, event: string): ActionList {
  const { title, help, begun } = EVENTS[event] ?? { title: `On ${event}`, help: '', begun: 'page' };
  return { pointer: joinPointer(events, event), title, help, begun };
}

function namesIn(document: Json, member: string): readonly string[] {
  const record = document[member];
  return isJson(record) ? Object.keys(record) : [];
}

function titleAt(document: Json, pointer: string): string | undefined {
  const title = valueAt(document, `${pointer}/title`);
  return typeof title === 'string' && title !== '' ? title : undefined;
}

/** The words of a link in a text: `the terms` of `[the terms](terms)`. */
function wordsOfLink(text: unknown, link: string): string | undefined {
  return [...JSON.stringify(text ?? '').matchAll(LINK)].find(([, , name]) => name === link)?.[1];
}

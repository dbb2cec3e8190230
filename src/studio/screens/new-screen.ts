import { formatDocument } from '#renderer/grammar/format.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { GRAMMAR } from '#renderer/plan/grammar.ts';
import { APP_FILE } from '#src/shared/project-paths.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { Variant } from '#src/simulator/states/variants.ts';
import type { Fixtures } from '../load.ts';
import type { Edit } from '../model/edit.ts';
import { insertItem, setAt, setMember } from '../model/edits.ts';
import { documentOf } from '../model/nodes.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { nameFor, variantPath } from '../variants/variants.ts';
import { idFor } from './address.ts';
import { screenPath } from './all-screens.ts';
import { type LinkLook, type Place, writeLink } from './places.ts';
import type { Template } from './templates.ts';

/** What a new screen begins as: a template, or another screen in one of its states. */
export type Beginning =
  | { readonly template: Template }
  | { readonly copyOf: string; readonly state: ScreenState | undefined };

export interface NewScreen {
  readonly from: Beginning;
  readonly title: string;
  readonly route: string;
  /** A link from another screen. */
  readonly link: { readonly screen: string; readonly look: LinkLook; readonly place: Place } | undefined;
}

export interface Created {
  readonly screen: string;
  readonly changes: Edit['changes'];
  /** The state with sample values; undefined: the screen needs none. */
  readonly state: string | undefined;
}

/** The documents of a new screen: its own, a sample state, and the screen that links to it. */
export function createScreen(view: WorkspaceView, fixtures: Fixtures, wanted: NewScreen): Created {
  const { from, title, route, link } = wanted;
  const screen = idFor(view, title);
  const path = screenPath(screen);
  const text = 'template' in from ? writeTemplate(view, from.template, path) : copyText(view, from.copyOf);
  const named = [
    (text: string) => setMember({ path, text }, '', 'id', screen).text,
    (text: string) => setAt({ path, text }, '/routes', [route]).text,
    (text: string) => setMember({ path, text }, '', 'title', title).text,
  ].reduce((written, edit) => edit(written), text);
  const sample = sampleOf(view, fixtures, screen, wanted);
  return {
    screen,
    state: sample?.name,
    changes: {
      [path]: formatDocument({ path, text: named }),
      ...(sample !== undefined && { [variantPath(sample.name)]: sample.text }),
      ...(link !== undefined && linkFrom(view, title, screen, link)),
    },
  };
}

/** The text of a template, with the path of the schema that the project's own documents have. */
export function writeTemplate(view: WorkspaceView, { document }: Template, path: string): string {
  const app = documentOf(view, APP_FILE);
  const schema = isJson(app) ? String(app['$schema']).replace('app.schema', 'screen.schema') : '';
  const written = { ...document, $schema: schema, grammar: GRAMMAR };
  return formatDocument({ path, text: JSON.stringify(written) });
}

/** A copy keeps comments and formatting. Anchors belong to the addresses of the copied screen. */
function copyText(view: WorkspaceView, screen: string): string {
  const path = screenPath(screen);
  const text = view.texts.get(path) ?? '';
  return setMember({ path, text }, '', 'anchors', undefined).text;
}

function linkFrom(
  view: WorkspaceView,
  title: string,
  to: string,
  { screen, look, place }: NonNullable<NewScreen['link']>,
): Edit['changes'] {
  const path = screenPath(screen);
  const text = view.texts.get(path) ?? '';
  return { [path]: insertItem({ path, text }, place.list, place.at, writeLink(look, title, to, place)).text };
}

/** A state of the draft with the values of the template's sample, or of the copied state. */
function sampleOf(
  view: WorkspaceView,
  { scenarios }: Fixtures,
  screen: string,
  { from, title: called }: NewScreen,
): { readonly name: string; readonly text: string } | undefined {
  const [first] = scenarios.keys();
  const is = 'template' in from ? { members: from.template.sample, scenario: first } : copyOf(from.state);
  const { members, scenario } = is;
  if (members === undefined || scenario === undefined) return undefined;
  const isTaken = (one: string): boolean => scenarios.has(one) || view.texts.has(variantPath(one));
  const title = 'template' in from ? `Sample of ${called}` : `${called}, as copied`;
  const variant: Variant = { title, screen, scenario, state: members, replies: {} };
  return { name: nameFor(title, isTaken), text: `${JSON.stringify(variant, null, 2)}\n` };
}

function copyOf(state: ScreenState | undefined) {
  if (state === undefined) return { members: undefined, scenario: undefined };
  // The copy has its own address.
  const {
    name: _name,
    title: _title,
    screen: _screen,
    path: _path,
    omit: _omit,
    scenario,
    ...members
  } = state;
  return { members, scenario };
}

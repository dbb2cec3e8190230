// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { actions } from '#renderer/actions/index.ts';
import { createForms } from '#renderer/forms/edit-forms.ts';
import {
  type LibraryOptions,
  compileLibrary,
  problemsOf,
  type ScreenText,
} from '#renderer/grammar/testing.ts';
import { prepareScreen, Screen } from '#renderer/index.ts';
import { DEVICE, fakeWorld, open } from '#renderer/runtime/testing.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { reportFigures } from '#tests/reliability/figures.ts';
import { nameOf, readCatalogue } from '#tests/reference/schemas.ts';
import { LONG } from './settings.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';

/*
 * Check 4, blank members: a page can show everything that the checker accepts. Tests the fixtures of each widget and overlay
 * with each member missing or blank.
 */

// jsdom has no layout to scroll.
window.scrollTo = () => {};
afterEach(cleanup);

type Json = { readonly [name: string]: unknown };

const BLANKS: readonly (readonly [title: string, value: unknown])[] = [
  ['missing', undefined],
  ['null', null],
  ['an empty text', ''],
  ['an empty list', []],
  ['an empty record', {}],
];

/** The product's contract, because it takes files. */
const upload = JSON.parse(readFileSync('schemas/api/upload-problem-img.endpoint.json', 'utf8')) as Json;

const OPTIONS: LibraryOptions = {
  endpoints: { 'store-photo': { ...upload, name: 'store-photo' } },
  parts: { hours: { body: [{ type: 'text', text: 'Open all day' }] } },
};
const OVERLAYS: ReadonlySet<string> = new Set(readCatalogue('overlay.schema.json').map(nameOf));
const FIELDS: ReadonlySet<string> = new Set(['group', 'fields', 'repeat', 'steps', 'review']);
const OPENER: Json = { type: 'button', text: 'Open', on: { tap: [{ do: 'open', overlay: 'one' }] } };

/** Replaces names that the library lacks by its own. */
function settle(node: Json): Json {
  const text = JSON.stringify(node)
    .replace(/"asset:[^"]*"/g, '"https://covers.example/a.png"')
    .replace(/"https:\/\/[\w.]*\/(?!a\.png)[^"]*"/g, '"https://rules.example.com/a"')
    .replace(/"part":"[^"]*"/g, '"part":"hours"');
  const settled = JSON.parse(text) as { bind?: unknown; lookup?: unknown; type: string };
  const { bind, lookup: _, ...rest } = settled;
  return bind === undefined || settled.type === 'tabs' ? rest : { ...rest, name: 'value' };
}

/** A screen that contains the node. */
function screenOf(node: Json): ScreenText {
  const type = String(node['type']);
  if (OVERLAYS.has(type))
    return { body: [OPENER], overlays: { one: node }, on: { enter: [{ do: 'open', overlay: 'one' }] } };
  if (!('name' in node) && !FIELDS.has(type)) return { body: [node] };
  const submit = { type: 'button', text: 'Send', on: { tap: [{ do: 'submit', form: 'f' }] } };
  const section = (body: readonly Json[]): Json => ({ type: 'section', title: 'Part', body });
  const name = { type: 'text-field', name: 'reader', label: 'Name' };
  const steps = { type: 'steps', next: 'Next', back: 'Back' };
  const body =
    type === 'steps'
      ? [{ ...node, body: [section([name]), section([{ type: 'text', text: 'Sure?' }])] }]
      : type === 'review'
        ? [{ ...steps, body: [section([name]), section([node])] }]
        : [node];
  return { body: [{ type: 'form', id: 'f', body: [...body, submit] }] };
}

interface Base {
  readonly type: string;
  readonly file: string;
  readonly node: Json;
}

/** Every valid fixture; in the short check the largest of each type. */
function basesOf(): Base[] {
  return readdirSync('fixtures/widgets').flatMap((type) => {
    const all = readdirSync(`fixtures/widgets/${type}`)
      .filter((file) => file.startsWith('valid-'))
      .map((file) => {
        const text = readFileSync(`fixtures/widgets/${type}/${file}`, 'utf8');
        return { type, file, node: settle((JSON.parse(text) as { node: Json }).node) };
      })
      .filter(({ node }) => problemsOf(placed(node), OPTIONS).length === 0);
    const sizeOf = ({ node }: Base) => Object.keys(node).length;
    return LONG ? all : all.sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 1);
  });
}

const STATE: Json = {
  fine: { type: 'integer', 'x-unit': 'minor', initial: 500 },
  shelf: { type: 'integer', initial: 0 },
};

/** Loads nothing, so the screen is complete at once. */
const placed = (node: Json): ScreenText => ({ data: {}, state: STATE, ...screenOf(node) });

/** Renders a plan. @returns The page's reports. */
async function draw(plan: Plan, app: AppPlan): Promise<string[]> {
  const world = fakeWorld();
  await prepareScreen(plan);
  const live = open(world, plan, {
    app,
    actions,
    createForms,
    device: { ...DEVICE, language: 'en' },
    params: { cardId: '1' },
  });
  await act(async () => {
    render(<Screen live={live} />);
  });
  return world.faults.map(({ code, detail }) => `${code} ${detail ?? ''}`);
}

async function drawScreen(screen: ScreenText, change = (plan: Plan) => plan): Promise<string[]> {
  const { app, plans } = compileLibrary(screen, OPTIONS);
  const plan = plans.get('shelf');
  if (app === undefined || plan === undefined) throw new Error('It has no plan.');
  return draw(change(plan), app);
}

interface Blank {
  readonly title: string;
  readonly node: Json;
}

/** A node with each member blank in turn; in the short check in one way each. */
function* blanksOf({ type, file, node }: Base): Generator<Blank> {
  const members = Object.keys(node).filter((member) => member !== 'type');
  for (const [at, member] of members.entries()) {
    const ways = LONG ? BLANKS : [BLANKS[(at + file.length) % BLANKS.length] as (typeof BLANKS)[number]];
    for (const [way, value] of ways) {
      const { [member]: _, ...others } = node;
      const blank = value === undefined ? others : { ...others, [member]: value };
      yield { title: `${type} ${file}: ${member} ${way}`, node: blank };
    }
  }
}

/** Accepted nodes that a page cannot show. */
async function findCrashes(bases: readonly Base[]) {
  const crashes: string[] = [];
  const count = { accepted: 0, refused: 0 };
  const types = new Set<string>();
  for (const base of bases) {
    for (const { title, node } of [{ title: base.file, node: base.node }, ...blanksOf(base)]) {
      const screen = placed(node);
      if (problemsOf(screen, OPTIONS).length > 0) {
        count.refused += 1;
        continue;
      }
      count.accepted += 1;
      types.add(base.type);
      const told = await drawScreen(screen).catch((error: unknown) => [String(error)]);
      const isBlank = document.querySelector('main, dialog') === null;
      if (told.length > 0 || isBlank) crashes.push(`${title}: ${told.join(', ') || 'nothing is shown'}`);
      cleanup();
    }
  }
  return { crashes, types, ...count };
}

describe('a blank member', () => {
  it(
    'is refused, or the page shows its screen without a fault',
    async () => {
      const { crashes, types, ...count } = await findCrashes(basesOf());
      reportFigures({ check: 4, part: 'blanks', ...count, crashes: crashes.length });
      expect(crashes).toEqual([]);
      // A page has no code for a widget that the compiler replaces; it stands only in parts.
      const inPage = readCatalogue('widget.schema.json')
        .map(nameOf)
        .filter((type) => shapes.widgets[type]?.isLowered !== true);
      expect([...inPage, ...OVERLAYS].filter((type) => !types.has(type))).toEqual([]);
      expect(count.accepted).toBeGreaterThan(types.size);
    },
    LONG ? 900_000 : 60_000,
  );

  it('the check detects a checker that accepts what a page cannot show', async () => {
    const base = basesOf().find(({ type }) => type === 'choice');
    const emptied = (plan: Plan) =>
      JSON.parse(JSON.stringify(plan).replace(/"options":(?=\[)/g, '"withheld":')) as Plan;
    const screen = placed(base?.node ?? {});
    expect(await drawScreen(screen)).toEqual([]);
    cleanup();
    // React logs caught errors.
    const silent = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(await drawScreen(screen, emptied)).not.toEqual([]);
    silent.mockRestore();
  });
});

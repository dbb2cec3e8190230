import { createLater, type Later } from '../kit/later.ts';
import * as common from './common.ts';
import type { AnyWidget, WidgetDefinition } from './define-widget.ts';
import type { WidgetPropsByType } from './props.generated.ts';

export type WidgetType = keyof WidgetPropsByType;

/** One entry per widget of the grammar: how to fetch it. */
type WidgetCatalogue = {
  readonly [Type in WidgetType]: () => Promise<WidgetDefinition<WidgetPropsByType[Type]>>;
};

const overlays = () => import('./overlays.ts');
const controls = () => import('./controls.ts');

const catalogue = {
  text: async () => common.text,
  amount: async () => common.amount,
  code: async () => common.code,
  rows: async () => common.rows,
  image: async () => common.image,
  section: async () => common.section,
  item: async () => common.item,
  status: async () => common.status,
  button: async () => common.button,
  form: () => controls().then((module) => module.form),
  fields: () => controls().then((module) => module.fields),
  'text-field': () => controls().then((module) => module.textField),
  choice: () => controls().then((module) => module.choice),
  city: () => controls().then((module) => module.city),
  day: () => controls().then((module) => module.day),
  check: () => import('./check/check.tsx').then((module) => module.check),
  rating: () => import('./rating/rating.tsx').then((module) => module.rating),
  choices: () => import('./choices/choices.tsx').then((module) => module.choices),
  'number-field': () => import('./number-field/number-field.tsx').then((module) => module.numberField),
  repeat: () => import('./repeat/repeat.tsx').then((module) => module.repeat),
  group: () => import('./group/group.tsx').then((module) => module.group),
  photos: () => import('./photos/photos.tsx').then((module) => module.photos),
  files: () => import('./files/files.tsx').then((module) => module.files),
  steps: () => import('./steps/steps.tsx').then((module) => module.steps),
  review: () => import('./review/review.tsx').then((module) => module.review),
  frame: () => import('./frame/frame.tsx').then((module) => module.frame),
  tabs: () => import('./tabs/tabs.tsx').then((module) => module.tabs),
  part: async () => common.part,
  dialog: () => overlays().then((module) => module.dialog),
  sheet: () => overlays().then((module) => module.sheet),
} satisfies WidgetCatalogue;

/** Every widget that this page can draw. */
export const WIDGET_TYPES = Object.keys(catalogue) as readonly WidgetType[];

const entries = new Map<string, Later<AnyWidget>>(
  Object.entries(catalogue).map(([type, load]) => [type, createLater<AnyWidget>(load)]),
);
/** What most screens have is here already. */
const held: ReadonlyMap<string, AnyWidget> = new Map(
  Object.values(common).map((widget: AnyWidget) => [widget.type, widget]),
);

/** Adds a widget of somebody else's; before a screen is opened that uses it. */
export function addWidget(type: string, load: () => Promise<AnyWidget>): void {
  entries.set(type, createLater(load));
}

/** Takes away every widget that a page of an earlier grammar has not; before a screen is opened. */
export function forgetWidgets(knows: (type: string) => boolean): void {
  for (const type of [...entries.keys()]) if (!knows(type)) entries.delete(type);
}

/** Whether this page has a widget of that type. */
export function knowsWidget(type: string): boolean {
  return entries.has(type);
}

/** The widget, if it is here already. */
export function widgetNow(type: string): AnyWidget | undefined {
  const entry = entries.get(type);
  return entry && (held.get(type) ?? entry.now());
}

/**
 * Fetches a widget's code. Two callers share one fetch; after a failed one the next call tries again.
 * @throws What the import throws, and for a type that this page does not know.
 */
export function fetchWidget(type: string): Promise<AnyWidget> {
  const here = widgetNow(type);
  if (here !== undefined) return Promise.resolve(here);
  return entries.get(type)?.fetch() ?? Promise.reject(new Error(`No widget is called "${type}".`));
}

/**
 * Fetches what a plan uses, so that its first picture is whole. Resolves when all are here or have failed.
 *
 * @param what - `picture`: without what widgets need only once somebody uses them.
 */
export async function fetchWidgets(types: readonly string[], what: 'picture' | 'all' = 'all'): Promise<void> {
  const fetch = async (type: string) => {
    const { later } = await fetchWidget(type);
    if (what === 'all') await later?.fetch();
  };
  await Promise.allSettled(types.filter(knowsWidget).map(fetch));
}

import { LazyCode } from '../kit/lazy-part.tsx';
import * as common from './common.ts';
import type { AnyWidget, WidgetDefinition } from './define-widget.ts';
import * as overlays from './overlays.ts';
import type { WidgetPropsByType } from './props.generated.ts';
import type { SentenceProps } from './sentence/sentence.tsx';

/** The widgets of the grammar, and `sentence`, which only the compiler writes. */
type PropsByType = WidgetPropsByType & { readonly sentence: SentenceProps };

export type WidgetType = keyof PropsByType;

type Load<Code> = () => Promise<Code>;

/** One entry for each widget: the widget, or the import of its code. */
type WidgetCatalogue = {
  readonly [Type in WidgetType]:
    | WidgetDefinition<PropsByType[Type]>
    | Load<WidgetDefinition<PropsByType[Type]>>;
};

/** A form uses several of these, and they share most of their code: one chunk. */
const controls = () => import('./controls.ts');

/** Widgets that show something and that few screens have: one chunk, because each is small. */
const displays = () => import('./displays.ts');

/** Fields that upload share most of their code: one chunk. */
const uploads = () => import('./uploads.ts');

/** Fields that few forms have: one chunk, because each is small. */
const moreFields = () => import('./more-fields.ts');

/** Fields whose value is a record, or a list of them: one chunk, because each is small. */
const records = () => import('./records.ts');

/** A review is in one of the steps: one chunk. */
const stepped = () => import('./stepped.ts');

/** The load of one widget of a chunk. */
function one<Chunk, Name extends keyof Chunk>(load: Load<Chunk>, name: Name): Load<Chunk[Name]> {
  return () => load().then((module) => module[name]);
}

const catalogue = {
  text: common.text,
  amount: common.amount,
  code: common.code,
  rows: common.rows,
  image: common.image,
  section: common.section,
  item: common.item,
  status: common.status,
  button: common.button,
  progress: one(displays, 'progress'),
  sentence: one(displays, 'sentence'),
  table: one(displays, 'table'),
  part: common.part,
  dialog: overlays.dialog,
  sheet: overlays.sheet,
  form: one(controls, 'form'),
  fields: one(controls, 'fields'),
  'text-field': one(controls, 'textField'),
  choice: one(controls, 'choice'),
  city: one(controls, 'city'),
  day: one(controls, 'day'),
  check: one(() => import('./check/check.tsx'), 'check'),
  rating: one(moreFields, 'rating'),
  choices: one(moreFields, 'choices'),
  'number-field': one(moreFields, 'numberField'),
  repeat: one(records, 'repeat'),
  group: one(records, 'group'),
  photos: one(uploads, 'photos'),
  files: one(uploads, 'files'),
  steps: one(stepped, 'steps'),
  review: one(stepped, 'review'),
  frame: one(() => import('./frame/frame.tsx'), 'frame'),
  tabs: one(() => import('./tabs/tabs.tsx'), 'tabs'),
} satisfies WidgetCatalogue;

/** Every widget that this page can render. */
export const WIDGET_TYPES = Object.keys(catalogue) as readonly WidgetType[];

const entries = new Map<string, AnyWidget | LazyCode<AnyWidget>>(
  Object.entries<AnyWidget | Load<AnyWidget>>(catalogue).map(([type, entry]) => [
    type,
    typeof entry === 'function' ? new LazyCode(entry) : entry,
  ]),
);

/** Adds a widget of a library user. Call it before opening a screen that uses it. */
export function addWidget(type: string, load: Load<AnyWidget>): void {
  entries.set(type, new LazyCode(load));
}

/** Removes every widget that an earlier grammar does not have. Call it before opening a screen. */
export function forgetWidgets(knows: (type: string) => boolean): void {
  for (const type of [...entries.keys()]) if (!knows(type)) entries.delete(type);
}

/** Whether this page has a widget of that type. */
export function knowsWidget(type: string): boolean {
  return entries.has(type);
}

/** The widget or its lazy code; undefined for an unknown type. */
export function findWidget(type: string): AnyWidget | LazyCode<AnyWidget> | undefined {
  return entries.get(type);
}

/**
 * The code of these widgets that is not loaded.
 *
 * @param withParts - Also the lazy parts of widgets that are loaded.
 */
export function missingCode(types: readonly string[], withParts: boolean): readonly LazyCode<unknown>[] {
  return types.flatMap((type) => {
    const entry = findWidget(type);
    const widget = entry instanceof LazyCode ? entry.here : entry;
    if (entry instanceof LazyCode && widget === undefined) return [entry];
    return withParts ? (widget?.parts ?? []).filter((part) => part.here === undefined) : [];
  });
}

/** Fetches the code of widgets. Resolves when each is loaded or has failed; a failed one is fetched again when rendered. */
export async function fetchWidgets(types: readonly string[], withParts = false): Promise<void> {
  await Promise.allSettled(missingCode(types, false).map((code) => code.fetch()));
  if (withParts) await Promise.allSettled(missingCode(types, true).map((code) => code.fetch()));
}

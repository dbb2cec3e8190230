import type { ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import type { LazyCode } from '../kit/lazy-part.tsx';
import type { DraftNews } from '../plan/draft.ts';
import type { Locale, Pending, Value } from '../plan/expression.ts';
import type { Lookup } from '../plan/lookup.ts';
import type { StepsView } from '../plan/steps.ts';
import type { Uploads } from '../plan/uploads.ts';
import type { Say } from '../plan/words.ts';

/** A text property: what to show, or that its data is still loading. */
export type Words = string | Pending;

/**
 * All a widget gets. It imports nothing to act, never learns which screen it is on, and never reads
 * the store: its properties are resolved before it is drawn.
 */
export interface WidgetProps<Props> {
  readonly props: Props;
  /** Unique on the page; for `id` and `aria-…`. */
  readonly id: string;
  /** Tells the engine of an event; undefined where the definition has no list for it. */
  readonly emit: { readonly [event: string]: (() => void) | undefined };
  readonly isBusy: boolean;
  readonly isEnabled: boolean;
  /** Draws a slot's nodes; `each` puts something around every one that is drawn (`<li>`), and is the same function every time. */
  slot(name: string, each?: (node: ReactNode) => ReactNode): ReactNode;
  /** Draws one node of a slot, by its place there from 0. */
  slotAt(name: string, at: number): ReactNode;
  /** Whether any node of any slot is drawn. */
  readonly isFilled: boolean;
  /** Whether a node of a slot takes taps or input itself: then a tap on the whole is only a convenience. */
  readonly holdsControl: boolean;
  /** Of widgets with `name` or `bind`. */
  readonly field?: Field;
  /**
   * Of a field of a long list: its control belongs to no form element, `form=""`. At every event React looks
   * something up on the form element, and the browser then goes through all its controls by name.
   */
  readonly isApart?: true;
  /**
   * A surface of the widget's own is open (the sheet of its options): the shell's Back, like the browser's,
   * closes it first. Returns what ends that. The same function every time.
   */
  cover(close: () => void): () => void;
  /** Of a form: what its last check found, in the order of its fields. */
  readonly problems?: FoundProblems;
  /** Of a form whose draft was given back. */
  readonly draft?: DraftNews;
  /** Of steps, once their form is there. */
  readonly steps?: StepsView;
  /** Whether a page of somebody else's can be shown now: its host is listed, and there is a connection. The same function every time. */
  canFrame(address: string): boolean;
  /** How this page speaks; the same object every time. */
  readonly locale: Locale;
  /** An amount as people read it, with its sign. */
  money(amountMinor: number): string;
  /** Words of the engine's own (Close, Loading, Try again), in the page's language; `values` stand for their placeholders. */
  say: Say;
}

/** Another object for every check, so that the same mistake made twice is met twice. */
export interface FoundProblems {
  readonly found: readonly {
    /** Id of the field's element; undefined where it is not drawn. */
    readonly id: string | undefined;
    readonly message: string;
    /** Goes to the step that it is in, and tells the problems anew with it as the first. */
    show?(): void;
  }[];
  /** Id of the one to go to; without it the first that is drawn. */
  readonly first?: string;
  /** These are left of more, the others were put right: without `first` the focus stays where it is. */
  readonly isLess?: true;
}

export interface Field {
  readonly value: Value | undefined;
  /**
   * @param isShown - The widget shows that value already, and is not drawn again for this alone.
   */
  set(value: Value | undefined, isShown?: boolean): void;
  /**
   * For a field of a form: its react-hook-form control, and its name there. `value` and `set` already use it; a widget
   * may also use the library's hooks (`useFormState(joint)`). Rules from the definition replace rules given there.
   */
  readonly joint?: { readonly control: Control; readonly name: string };
  readonly problem?: string;
  readonly isRequired: boolean;
  /** Of a choice whose options are data that is not there. */
  readonly source?: 'loading' | 'failed';
  /** Reads again what the options are made of. */
  readAgain?(): void;
  /** Of a choice whose options are found by a service: what is sought, as it is typed. */
  search?(text: string): void;
  /** Of a field whose places a service gives: begins to look around in them. */
  lookUp?(): Lookup;
  /** Of photos in a form that is there. */
  readonly uploads?: Uploads;
  /** Of a repeating group how one is added, of a record in it how it is taken away; absent where it may not be. */
  readonly rows?: {
    readonly count: number;
    add?(): void;
    remove?(): void;
  };
}

export interface WidgetDefinition<Props> {
  readonly type: string;
  readonly Widget: (props: WidgetProps<Props>) => ReactNode;
  /**
   * It calls no hooks, and is drawn as a part of its node: of what long forms have most of, a component of its own would
   * be a tenth of what each costs.
   */
  readonly isHookless?: true;
  /** Lazy code of the widget (overlays, drawings), fetched on first need or a while after the screen opened. */
  readonly parts?: readonly LazyCode<unknown>[];
  /** It connects its control to the form by `register` and holds its text itself: a new value does not re-render it. */
  readonly isUncontrolled?: true;
}

/**
 * What the screen knows a widget as. Properties reach a widget as the plan carries them; the checker
 * has seen to their types, which is where the two meet.
 */
export type AnyWidget = WidgetDefinition<never>;

export function defineWidget<Props>(definition: WidgetDefinition<Props>): WidgetDefinition<Props> {
  return definition;
}

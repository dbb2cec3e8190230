import type { ReactNode } from 'react';
import type { Control } from 'react-hook-form';
import type { LazyCode } from '../kit/lazy-part.tsx';
import type { EditsView } from '../plan/edits.ts';
import type { FormDraftStatus } from '../plan/draft.ts';
import type { Locale, Pending, Value } from '../plan/expression.ts';
import type { Lookup } from '../plan/lookup.ts';
import type { StepsView } from '../plan/steps.ts';
import type { Uploads } from '../plan/uploads.ts';
import type { Say } from '../plan/words.ts';

/** A text property: the text, or `PENDING` while its data loads. */
export type Words = string | Pending;

/**
 * The input of a widget. A widget imports nothing to act, does not know its screen, and does not read the store: its
 * properties are evaluated before it renders.
 */
export interface WidgetProps<Props> {
  readonly props: Props;
  /** Unique on the page; for `id` and `aria-…`. */
  readonly id: string;
  /** Notifies the engine of an event; undefined if the definition has no list for it. */
  readonly emit: { readonly [event: string]: (() => void) | undefined };
  readonly isBusy: boolean;
  readonly isEnabled: boolean;
  /** Renders a slot's nodes. `each` wraps every rendered node (`<li>`) and must be the same function every time. */
  slot(name: string, each?: (node: ReactNode) => ReactNode): ReactNode;
  /** Renders one node of a slot, by its index. */
  slotAt(name: string, at: number): ReactNode;
  /** Whether any node of any slot is visible. */
  readonly isFilled: boolean;
  /** Whether a node of a slot takes taps or input: then a tap on the whole widget is only a convenience. */
  readonly holdsControl: boolean;
  /** For widgets with `name` or `bind`. */
  readonly field?: Field;
  /**
   * For a field of a long list: its control has `form=""`, so it belongs to no form element. React reads a property
   * of the form element at every event, and the browser then searches all its controls by name.
   */
  readonly isApart?: true;
  /**
   * Registers an open surface of the widget (the sheet of its options), which Back closes first, in the shell and in
   * the browser. Call the result when the surface is closed. The same function every time.
   */
  cover(close: () => void): () => void;
  /** Of a form: the result of the last validation, in field order. */
  readonly problems?: FoundProblems;
  /** Of a form with a restored draft. */
  readonly draft?: FormDraftStatus;
  /** Of a form for editing. */
  readonly edits?: EditsView;
  /** Of steps, after their form is loaded. */
  readonly steps?: StepsView;
  /**
   * Whether an external page can be framed now: its host is listed, and the device is online. The same function every
   * time.
   */
  canFrame(address: string): boolean;
  /** Language and formats of the page. The same object every time. */
  readonly locale: Locale;
  /** Formats an amount with its currency sign. */
  money(amountMinor: number): string;
  /** Messages of the engine (Close, Loading, Try again) in the page's language; `values` fill their placeholders. */
  say: Say;
}

/** A new object for every validation, so that a repeated mistake is announced again. */
export interface FoundProblems {
  readonly found: readonly {
    /** Id of the field's element; undefined if it is not rendered. */
    readonly id: string | undefined;
    readonly message: string;
    /** Goes to the field's step and shows the problems again with this one first. */
    show?(): void;
  }[];
  /** Id of the field to focus; otherwise the first one that is rendered. */
  readonly first?: string;
  /** Problems were only removed: the focus does not move unless `first` is set. */
  readonly isLess?: true;
}

export interface Field {
  readonly value: Value | undefined;
  /** @param isShown - The widget already shows the value and is not re-rendered for it. */
  set(value: Value | undefined, isShown?: boolean): void;
  /**
   * For a field of a form: its react-hook-form control, and its name there. `value` and `set` already use it; a widget
   * may also use the library's hooks (`useFormState(joint)`). Rules from the definition replace rules given there.
   */
  readonly joint?: { readonly control: Control; readonly name: string };
  readonly problem?: string;
  readonly isRequired: boolean;
  /** For a choice whose option data is not loaded. */
  readonly source?: 'loading' | 'failed';
  /** Reads the option data again. */
  readAgain?(): void;
  /** Of a choice with a search by a service: passes on the typed text. */
  search?(text: string): void;
  /** Of a field with places from a service: opens the search in them. */
  lookUp?(): Lookup;
  /** Of photos, after their form is loaded. */
  readonly uploads?: Uploads;
  /** `add` for a repeating group, `remove` for a record in it; absent if not permitted. */
  readonly rows?: {
    readonly count: number;
    add?(): void;
    remove?(): void;
    /** Of a record that can be moved. */
    readonly at?: number;
    moveTo?(at: number): void;
  };
}

export interface WidgetDefinition<Props> {
  readonly type: string;
  readonly Widget: (props: WidgetProps<Props>) => ReactNode;
  /**
   * The widget calls no hooks, and its node calls it as a function. A component would be a tenth of a field's cost in
   * long forms.
   */
  readonly isHookless?: true;
  /** Lazy code of the widget (overlays, QR codes), fetched on first need or some time after the screen opened. */
  readonly parts?: readonly LazyCode<unknown>[];
  /**
   * It connects its control to the form by `register` and holds its text itself: a new value does not re-render it.
   */
  readonly isUncontrolled?: true;
}

/**
 * The type under which the screen uses widgets. The plan carries the properties; the checker validated their types.
 */
export type AnyWidget = WidgetDefinition<never>;

export function defineWidget<Props>(definition: WidgetDefinition<Props>): WidgetDefinition<Props> {
  return definition;
}

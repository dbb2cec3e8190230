import type { ReactNode } from 'react';
import type { ActionDefinition } from '#renderer/live/action.ts';
import type { WidgetProps } from '#renderer/widgets/define-widget.ts';

/* What somebody else's widgets and actions are written with. Plain data: nothing is registered by defining it. */

/**
 * What an element takes, as JSON Schema: `title` and `description` for people, `properties` by name, which of them are
 * `required`, and at `on` which events it tells. How a property is read is its reference:
 * `{ "$ref": "value.schema.json#/$defs/text" }` is words for people, `…/money` an amount. What every widget or action
 * takes besides (`visibleWhen`, `when`, …) is added.
 */
export interface ElementSchema {
  readonly title?: string;
  readonly description: string;
  readonly required?: readonly string[];
  readonly properties: { readonly [name: string]: object };
  readonly [keyword: string]: unknown;
}

/** A widget of a consumer's own. */
export interface AddedWidget {
  /** Its `type`: small letters and hyphens. */
  readonly name: string;
  readonly schema: ElementSchema;
  /** Fetches the component; called when a screen needs it, never by `capiz check`. */
  readonly load: () => Promise<(props: WidgetProps<never>) => ReactNode>;
}

/** An action of a consumer's own. */
export interface AddedAction extends Omit<ActionDefinition, 'required'> {
  /** Its `do`. */
  readonly name: string;
  readonly schema: ElementSchema;
}

/** What `capiz.config.mjs` exports as default. */
export interface Extensions {
  readonly widgets?: readonly AddedWidget[];
  readonly actions?: readonly AddedAction[];
}

/** @typeParam Props - What the component is given: the schema's properties, read. */
export function defineWidget<Props>(widget: {
  readonly name: string;
  readonly schema: ElementSchema;
  readonly load: () => Promise<(props: WidgetProps<Props>) => ReactNode>;
}): AddedWidget {
  // Properties reach a widget as its schema says; the checker has seen to their types.
  return widget as AddedWidget;
}

export function defineAction(action: AddedAction): AddedAction {
  return action;
}

export function defineConfig(extensions: Extensions): Extensions {
  return extensions;
}

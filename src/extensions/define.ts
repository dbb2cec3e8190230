import type { ReactNode } from 'react';
import type { ActionDefinition } from '#renderer/runtime/action.ts';
import type { WidgetProps } from '#renderer/widgets/define-widget.ts';

/* Types and functions for added widgets and actions. They are plain data; defining registers nothing. */

/**
 * The schema of an element as JSON Schema: `title` and `description` for people, `properties` by name, the `required`
 * ones, and its events in `on`. A property's reference gives its type: `{ "$ref": "value.schema.json#/$defs/text" }`
 * is text for people, `…/money` an amount. The common properties (`visibleWhen`, `when`, …) are added. `capiz dev` shows
 * each of `examples`: a node, with the name of the example as `x-title`.
 */
export interface ElementSchema {
  readonly title?: string;
  readonly description: string;
  readonly required?: readonly string[];
  readonly properties: { readonly [name: string]: object };
  readonly examples?: readonly object[];
  readonly [keyword: string]: unknown;
}

/** A widget of a library user. */
export interface AddedWidget {
  /** The `type`: lowercase letters, digits and hyphens. */
  readonly name: string;
  readonly schema: ElementSchema;
  /** Fetches the component when a screen needs it; `capiz check` never calls it. */
  readonly load: () => Promise<(props: WidgetProps<never>) => ReactNode>;
}

/** An action of a library user. */
export interface AddedAction extends Omit<ActionDefinition, 'required'> {
  /** The value of `do`. */
  readonly name: string;
  readonly schema: ElementSchema;
}

/** The default export of `capiz.config.mjs`. */
export interface Extensions {
  readonly widgets?: readonly AddedWidget[];
  readonly actions?: readonly AddedAction[];
}

/** @typeParam Props - Properties of the component: the evaluated properties of the schema. */
export function defineWidget<Props>(widget: {
  readonly name: string;
  readonly schema: ElementSchema;
  readonly load: () => Promise<(props: WidgetProps<Props>) => ReactNode>;
}): AddedWidget {
  // The schema defines the properties; the checker validated their types.
  return widget as AddedWidget;
}

export function defineAction(action: AddedAction): AddedAction {
  return action;
}

export function defineConfig(extensions: Extensions): Extensions {
  return extensions;
}

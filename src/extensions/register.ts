import { actions, addAction } from '#renderer/actions/index.ts';
import { addWidget, knowsWidget } from '#renderer/widgets/index.ts';
import type { AddedAction, AddedWidget, Extensions } from './define.ts';

const registered = new Set<AddedWidget | AddedAction>();

/**
 * Registers widgets and actions in this page. Call it before a screen that uses them is opened. Repeated calls have
 * no effect.
 *
 * @throws Error if a name is taken.
 */
export function register(extensions: Extensions): void {
  for (const widget of extensions.widgets ?? []) {
    if (registered.has(widget)) continue;
    if (knowsWidget(widget.name)) throw new Error(`A widget "${widget.name}" already exists.`);
    registered.add(widget);
    addWidget(widget.name, () => widget.load().then((Widget) => ({ type: widget.name, Widget })));
  }
  for (const action of extensions.actions ?? []) {
    if (registered.has(action)) continue;
    if (Object.hasOwn(actions, action.name)) throw new Error(`An action "${action.name}" already exists.`);
    registered.add(action);
    const { schema, ...rest } = action;
    addAction({ ...rest, required: requiredOf(schema) });
  }
}

/** For development: also replaces the widgets and actions of earlier calls. Open the screens again after it. */
export function registerAgain(extensions: Extensions): void {
  for (const { name, load } of extensions.widgets ?? [])
    addWidget(name, () => load().then((Widget) => ({ type: name, Widget })));
  for (const { schema, ...rest } of extensions.actions ?? [])
    addAction({ ...rest, required: requiredOf(schema) });
}

function requiredOf({ required = [] }: AddedAction['schema']): readonly string[] {
  return required.filter((name) => name !== 'do');
}

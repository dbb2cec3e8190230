import { type ReactNode, useMemo } from 'react';
import { valueAt } from '#renderer/grammar/pointer.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { isTextSlot, readCases } from '../words/cases.ts';
import { readPlainText } from '../words/plain-text.ts';
import { actionGroups } from './action-fields.ts';
import { type Filled, type FormGroup, filledOf, groupsOf } from './definition.ts';
import { describeType } from './describe.ts';
import { Form } from './form.tsx';
import type { FormOf } from './open.ts';
import { PictureChoice } from './picture-choice.tsx';
import { isShownWhole } from './shown.ts';

export interface PropertiesProps {
  readonly kind: 'widgets' | 'overlays';
  readonly type: string;
  readonly files: readonly SourceFile[];
  readonly values: { readonly [name: string]: unknown };
  readonly isEntered: boolean;
  /** Editors of the texts with cases, which no field of the form can show. */
  readonly lead: ReactNode;
  onEntered(): void;
  onWrite(property: Filled, value: unknown): void;
  /** Opens the JSON of a property that has no field. */
  onOpenJson(name: string): void;
}

/** The properties of the selected node. */
export function Properties(props: PropertiesProps) {
  const { kind, type, files, values, lead, isEntered, onEntered, onWrite, onOpenJson } = props;
  const { title, help } = describeType(kind, type);
  const all = filledOf(kind, type);
  const hidden = all.filter((property) => !isShownWhole(property, values[property.name]));
  const unshown = hidden.map(({ name }) => name).join(' ');
  const others = hidden
    .filter(({ name, shape }) => !isTextSlot(shape) || readCases(values[name]) === undefined)
    .map(({ name, title: called }) => ({ name, title: called, value: values[name] }));
  const actions = useMemo(() => actionGroups(values), [values]);
  const form = formOf(kind, type, unshown, actions);
  const pictures = all.filter(
    (property) =>
      property.shape.slot === 'image' &&
      property.way !== 'json' &&
      isShownWhole(property, values[property.name]),
  );
  const filled = useMemo(() => {
    const texts = Object.entries(values).map(([name, value]) => [
      name,
      readPlainText(value)?.source ?? value,
    ]);
    const ofActions = actions.flatMap(({ properties }) =>
      properties.map(({ name }) => {
        const value = valueAt(values, name);
        return [name, readPlainText(value)?.source ?? value] as const;
      }),
    );
    return Object.fromEntries([...texts, ...ofActions]) as typeof values;
  }, [values, actions]);
  return (
    <Form {...{ title, help, form, others, lead, isEntered, onEntered, onWrite, onOpenJson }} values={filled}>
      {pictures.map((property) => (
        <PictureChoice key={property.name} value={values[property.name]} {...{ property, files, onWrite }} />
      ))}
    </Form>
  );
}

const forms = new Map<string, FormOf>();

/**
 * The cached form of a node type.
 *
 * @param unshown - Names of properties without a field, separated by spaces.
 * @param actions - Fields of the node's actions.
 */
function formOf(
  kind: PropertiesProps['kind'],
  type: string,
  unshown: string,
  actions: readonly FormGroup[],
): FormOf {
  const fields = actions.flatMap(({ properties }) => properties.map(({ name, title }) => `${name} ${title}`));
  const key = `${kind} ${type} ${unshown} ${fields.join(' ')}`;
  const form = forms.get(key) ?? {
    key,
    groups: [...groupsOf(kind, type, new Set(unshown.split(' '))), ...actions],
  };
  forms.set(key, form);
  return form;
}

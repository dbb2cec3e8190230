import { useMemo } from 'react';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { readPlainText } from '../words/plain-text.ts';
import { type Filled, filledOf, groupsOf } from './definition.ts';
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
  onEntered(): void;
  onWrite(property: Filled, value: unknown): void;
  /** Opens the JSON of a property that has no field. */
  onOpenJson(name: string): void;
}

/** The properties of the selected node. */
export function Properties(props: PropertiesProps) {
  const { kind, type, files, values, isEntered, onEntered, onWrite, onOpenJson } = props;
  const { title, help } = describeType(kind, type);
  const all = filledOf(kind, type);
  const others = all
    .filter((property) => !isShownWhole(property, values[property.name]))
    .map(({ name, title: called }) => ({ name, title: called, value: values[name] }));
  const unshown = others.map(({ name }) => name).join(' ');
  const form = formOf(kind, type, unshown);
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
    return Object.fromEntries(texts) as typeof values;
  }, [values]);
  return (
    <Form {...{ title, help, form, others, isEntered, onEntered, onWrite, onOpenJson }} values={filled}>
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
 */
function formOf(kind: PropertiesProps['kind'], type: string, unshown: string): FormOf {
  const key = `${kind} ${type} ${unshown}`;
  const form = forms.get(key) ?? { key, groups: groupsOf(kind, type, new Set(unshown.split(' '))) };
  forms.set(key, form);
  return form;
}

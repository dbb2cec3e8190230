import { type ReactNode, useMemo } from 'react';
import { joinPointer } from '#renderer/grammar/pointer.ts';
import { Member, withOptions } from '../members/member.tsx';
import { isOffered, type MemberScope } from '../members/scope.ts';
import { isTextSlot, readCases } from '../words/cases.ts';
import { readPlainText } from '../words/plain-text.ts';
import { type Filled, filledOf, groupsOf, isField } from './definition.ts';
import { describeType } from './describe.ts';
import { Form } from './form.tsx';
import type { FormOf } from './open.ts';
import { PictureChoice } from './picture-choice.tsx';
import { isShownWhole } from './shown.ts';

export interface PropertiesProps {
  readonly kind: 'widgets' | 'overlays';
  readonly type: string;
  readonly scope: MemberScope;
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
  const { kind, type, scope, values, lead, isEntered, onEntered, onWrite, onOpenJson } = props;
  const { title, help } = describeType(kind, type);
  const all = useMemo(() => filledOf(kind, type).map((one) => withOptions(scope, one)), [kind, type, scope]);
  const hidden = all.filter((property) => !isShownWhole(property, values[property.name]));
  const unshown = hidden.map(({ name }) => name).join(' ');
  const others = hidden
    .filter(({ name, shape }) => !isTextSlot(shape) || readCases(values[name]) === undefined)
    .map(({ name, title: called }) => ({ name, title: called, value: values[name] }));
  const form = formOf(
    kind,
    type,
    all.filter((one) => !unshown.split(' ').includes(one.name)),
  );
  const pictures = all.filter(
    (property) =>
      property.shape.slot === 'image' && isField(property) && isShownWhole(property, values[property.name]),
  );
  const filled = useMemo(() => {
    const texts = Object.entries(values).map(([name, value]) => [
      name,
      readPlainText(value)?.source ?? value,
    ]);
    return Object.fromEntries(texts) as typeof values;
  }, [values]);
  return (
    <Form {...{ title, help, form, others, lead, isEntered, onEntered, onWrite, onOpenJson }} values={filled}>
      {pictures.map((property) => (
        <PictureChoice
          key={property.name}
          value={values[property.name]}
          files={scope.view.files}
          {...{ property, onWrite }}
        />
      ))}
      <div className="st-members">
        {all
          .filter(
            (one) =>
              !isField(one) &&
              one.way !== 'json' &&
              isShownWhole(one, values[one.name]) &&
              isOffered(scope, one, values),
          )
          .map((property) => (
            <Member
              key={property.name}
              {...{ scope, property }}
              owner={values}
              pointer={joinPointer(scope.place.pointer, property.name)}
            />
          ))}
      </div>
    </Form>
  );
}

const forms = new Map<string, FormOf>();

/** The cached form of a node type, with fields for these properties. */
function formOf(kind: PropertiesProps['kind'], type: string, all: readonly Filled[]): FormOf {
  const shown = all.filter(isField).map(({ name, options = [] }) => `${name}=${options.join(',')}`);
  const key = `${kind} ${type} ${shown.join(' ')}`;
  const form = forms.get(key) ?? { key, groups: groupsOf(all) };
  forms.set(key, form);
  return form;
}

// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { library } from '#renderer/grammar/testing.ts';
import { shapes } from '#renderer/grammar/shapes.generated.ts';
import { openWorkspace } from '../model/workspace.ts';
import { type Filled, fill } from '../properties/definition.ts';
import { type Kind, membersOf, propertiesOf } from '../properties/describe.ts';
import { Member } from './member.tsx';
import { newRecord } from './new-record.ts';
import { isOfRule, rulesOf, writeRule } from './rules.ts';
import type { MemberScope } from './scope.ts';

/*
 * Every member of the grammar has an input in the studio, or is in one of these lists, with the reason. `*` is any type.
 */

/** Members that another part of the studio edits. */
const ELSEWHERE: { readonly [member: string]: string } = {
  '*.body': 'The outline has the widgets.',
  '*.bar': 'The outline has the widgets.',
  'part.slots': 'The outline has the slots, and the widgets in them.',
  'fields.fields': 'The outline has these fields; each has a form.',
  '*.links': 'The actions of links are listed beside those of events.',
  'choose.cases': 'The actions of the cases are listed as steps.',
  '*.catch': 'What follows a failure is listed as steps.',
  'case.run': 'The actions of a case are listed as steps.',
  'data.every': 'Polling has fields in the form of the screen.',
};

/** Members that can be edited only as JSON. */
const JSON_ONLY: { readonly [member: string]: string } = {
  '*.fallback': 'A widget for pages of an earlier grammar: developers decide this when they add a widget.',
  'fields.allow': 'What a server may send is agreed with its developers.',
  'request.critical': 'How a payment is repeated safely is agreed with the developers of the service.',
};

const KINDS = Object.keys(shapes) as readonly Kind[];

const MEMBERS = KINDS.flatMap((kind) =>
  Object.keys(shapes[kind]).flatMap((type) =>
    propertiesOf(kind, type).map((property) => [`${type}.${property.name}`, fill(type, property)] as const),
  ),
).concat(
  ['data.pages', 'slots.slot'].flatMap((path) =>
    membersOf(path).map((property) => [`${path}.${property.name}`, fill(path, property)] as const),
  ),
);

const isListed = (list: typeof ELSEWHERE, member: string): boolean =>
  member in list || `*.${member.split('.').at(-1)}` in list;

const LISTED = [...Object.entries(ELSEWHERE), ...Object.entries(JSON_ONLY)];

afterEach(cleanup);

describe('every member of the grammar', () => {
  it.each(MEMBERS.filter(([name]) => !isListed(ELSEWHERE, name) && !isListed(JSON_ONLY, name)))(
    '%s has an input that shows its values',
    (name, property) => {
      const [type = ''] = name.split('.');
      const value = sampleOf(property);
      const { container, queryByText } = render(
        <Member
          scope={scopeOf()}
          owner={{ ...AROUND, type, [property.name]: value }}
          around={AROUND}
          pointer={`/body/0/${property.name}`}
          {...{ property }}
        />,
      );
      expect(queryByText('Edit as JSON')).toBeNull();
      expect(container.querySelectorAll('input, textarea, select, button').length).toBeGreaterThan(0);
    },
  );

  it.each(LISTED)('%s is in a list, because it has no input', (entry, reason) => {
    const named = MEMBERS.filter(([name]) => name === entry || `*.${name.split('.').at(-1)}` === entry);
    expect(reason).toMatch(/\.$/);
    expect(named.length).toBeGreaterThan(0);
    for (const [name, { way, shape }] of named) {
      const isOutline = shape.slot === 'nodes' || shape.slot === 'slots';
      expect(isOutline || way === 'json', `${name} has the input ${way}`).toBe(true);
    }
    for (const [, property] of named) {
      const { container } = render(
        <Member scope={scopeOf()} owner={{}} pointer="/body/0/fallback" {...{ property }} />,
      );
      if (property.way === 'json') expect(container.textContent).toBe('');
    }
  });
});

it('shows each member of a rule for a rule that reads it, and begins each rule with the members that it needs', () => {
  const widgets = Object.entries(shapes.widgets).filter(([, { properties }]) => properties['rules']);
  const rules = new Set(widgets.flatMap(([type]) => rulesOf({ type })));
  expect([...rules].sort()).toEqual([...(shapes.elements['rule']?.properties['rule']?.words ?? [])].sort());
  const unread = propertiesOf('elements', 'rule').filter(
    ({ name }) => ![...rules].some((rule) => isOfRule({}, rule, name)),
  );
  expect(unread).toEqual([]);
  for (const rule of rules) {
    for (const member of Object.keys(writeRule(rule, ['a'])))
      expect(isOfRule({}, rule, member), `${rule} ${member}`).toBe(true);
  }
});

const AROUND = {
  columns: [{ heading: 'Book' }],
  body: [{ type: 'text-field', name: 'title', label: 'Title' }],
};

/** A value of the kind that the member takes. */
function sampleOf({ way, shape, name }: Filled): unknown {
  switch (way) {
    case 'records':
      return [newRecord(shape.element ?? '', AROUND, [])];
    case 'initial':
      return [{ title: 'Emma' }];
    case 'inputs':
      return { [name]: 'A', other: 1 };
    case 'cells':
      return ['Emma'];
    case 'several':
      return shape.words;
    case 'object':
      return { list: 'books', with: { page: '1' } };
    case 'lines':
      return shape.literal === 'integer' ? [4, 4] : ['one'];
    case 'words':
      return shape.words?.[0];
    case 'flag':
      return true;
    case 'count':
      return 3;
    case 'line':
      return shape.literal === 'number' ? 1.5 : 'one';
    default:
      return 'A';
  }
}

let opened: MemberScope | undefined;

function scopeOf(): MemberScope {
  if (opened !== undefined) return opened;
  const workspace = openWorkspace({ base: library({ body: [{ type: 'text', text: 'Shelf' }] }) });
  opened = {
    workspace,
    view: workspace.snapshot(),
    place: { file: 'screens/shelf.screen.json', pointer: '/body/0' },
    onChange: () => undefined,
    onOpenJson: () => undefined,
  };
  return opened;
}

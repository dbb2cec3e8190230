import * as v from 'valibot';
import { nearestName } from '#renderer/grammar/nearest.ts';
import { refuse } from '../answer.ts';
import { hazardsOf } from '../reference/hazards.ts';
import { listPages, type Page } from '../reference/pages.ts';
import { defineTool, NAME } from '../tool.ts';

/** Characters in one answer. */
const LONGEST = 90_000;

export const referenceTool = defineTool({
  name: 'reference',
  title: 'Reference',
  description:
    'Members, words and examples of the language, with hazards ("money: needs …"): widget/button, action/request, document/screen, function/money, value/types, guide/forms, example/edit-form (a whole project to copy). The group may be left out. overview lists the names; without names: one line about each page.',
  input: v.strictObject({
    names: v.exactOptional(v.pipe(v.array(NAME), v.maxLength(40)), []),
  }),
  run({ names }) {
    const pages = listPages();
    if (names.length === 0) {
      return { text: sayNames(pages), data: { names: pages.map(({ name, about }) => ({ name, about })) } };
    }
    const found = new Set<Page>();
    const unknown: string[] = [];
    for (const name of names) {
      const matches = pages.filter((page) => page.name === name || page.name.endsWith(`/${name}`));
      if (matches.length === 0) unknown.push(`There is no page "${name}". ${helpFor(name, pages)}`);
      for (const page of matches) found.add(page);
    }
    if (found.size === 0)
      return refuse(
        'unknown',
        `There is no page ${names.map((name) => `"${name}"`).join(', ')}.`,
        names.map((name) => helpFor(name, pages)).join(' '),
      );
    const { answers, left } = fit([...found]);
    const more = left.length > 0 ? [`=== Too long for one answer. Ask again for: ${left.join(', ')}`] : [];
    return {
      text: [...unknown, ...answers.map(sayPage), ...more].join('\n\n'),
      data: { pages: answers, left, unknown },
    };
  },
});

interface PageAnswer {
  readonly name: string;
  readonly hazards: readonly string[];
  readonly text: string;
}

/** The pages that fit one answer, in order; at least one. */
function fit(pages: readonly Page[]): { answers: readonly PageAnswer[]; left: readonly string[] } {
  let length = 0;
  const end = pages.findIndex(({ text }, at) => {
    length += text.length;
    return length > LONGEST && at > 0;
  });
  const count = end < 0 ? pages.length : end;
  const told = new Set<string>();
  return {
    answers: pages.slice(0, count).map(({ name, text }) => {
      // A hazard of several pages is told with the first one.
      const hazards = hazardsOf(name).filter((one) => !told.has(one));
      for (const one of hazards) told.add(one);
      return { name, hazards, text };
    }),
    left: pages.slice(count).map(({ name }) => name),
  };
}

/** Functions and operators have names that say what they do: only their names are listed. */
function sayNames(pages: readonly Page[]): string {
  const isShort = ({ name }: Page) => /^(?:function|operator)\//.test(name);
  return [
    ...pages.filter((page) => !isShort(page)).map(({ name, about }) => `${name}: ${about}`),
    pages
      .filter(isShort)
      .map(({ name }) => name)
      .join(' '),
  ].join('\n');
}

function sayPage({ name, hazards, text }: PageAnswer): string {
  return [`=== ${name}`, ...hazards.map((one) => `HAZARD ${one}`), text].join('\n');
}

function helpFor(name: string, pages: readonly Page[]): string {
  const short = name.split('/').at(-1) ?? '';
  const stems = new Map(pages.map((page) => [page.name.split('/').at(-1) ?? '', page.name]));
  const nearest = nearestName(short, stems.keys());
  const containing = pages.filter((page) => page.name.includes(short) && short.length > 2).slice(0, 8);
  if (containing.length > 0) return `Ask for ${containing.map((page) => page.name).join(', ')}.`;
  return nearest === undefined
    ? 'Call reference without names for the list.'
    : `Ask for ${stems.get(nearest) ?? nearest}, or call reference without names for the list.`;
}

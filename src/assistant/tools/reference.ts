import * as v from 'valibot';
import { nearestName } from '#renderer/grammar/nearest.ts';
import { refuse } from '../answer.ts';
import { hazardsOf } from '../reference/hazards.ts';
import { listPages, type Page } from '../reference/pages.ts';
import { defineTool, NAME } from '../tool.ts';

/** Characters in one answer. */
const LONGEST = 80_000;

export const referenceTool = defineTool({
  name: 'reference',
  title: 'Reference',
  description:
    'Members, words and examples of the language, with hazards ("money: needs …"): widget/button, action/request, document/screen, function/money, value/types, guide/forms, example/edit-form (a whole project to copy). The group may be left out. Without names: the list of names.',
  input: v.strictObject({
    names: v.exactOptional(v.pipe(v.array(NAME), v.maxLength(20)), []),
  }),
  run({ names }) {
    const pages = listPages();
    if (names.length === 0) {
      const list = pages.map(({ name, about }) => ({ name, about }));
      return {
        text: list.map(({ name, about }) => `${name}: ${about}`).join('\n'),
        data: { names: list },
      };
    }
    const found = new Set<Page>();
    for (const name of names) {
      const matches = pages.filter((page) => page.name === name || page.name.endsWith(`/${name}`));
      if (matches.length === 0) return refuse('unknown', `There is no page "${name}".`, helpFor(name, pages));
      for (const page of matches) found.add(page);
    }
    const chosen = [...found];
    const length = chosen.reduce((sum, { text }) => sum + text.length, 0);
    if (length > LONGEST)
      return refuse(
        'too-large',
        `These pages have ${length} characters; the limit is ${LONGEST}.`,
        'Ask for fewer pages.',
      );
    const answers = chosen.map(({ name, text }) => ({ name, hazards: hazardsOf(name), text }));
    return {
      text: answers.map(sayPage).join('\n\n'),
      data: { pages: answers },
    };
  },
});

function sayPage({
  name,
  hazards,
  text,
}: {
  name: string;
  hazards: readonly string[];
  text: string;
}): string {
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

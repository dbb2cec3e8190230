import type { Side, Space, Spacing } from '../stage/spacing.ts';

/** Distances in few words: `16 px space.16 above, 24 px space.24 below; inside 12 px space.12`. */
export function saySpacing({ outside, inside }: Spacing): string {
  const within = sayEach(inside);
  return [sayEach(outside), within === '' ? '' : `inside ${within}`]
    .filter((words) => words !== '')
    .join('; ');
}

const PAIRS: readonly (readonly [one: Side, other: Side, both: string])[] = [
  ['above', 'below', 'above and below'],
  ['before', 'after', 'beside'],
];

function sayEach(spaces: Spacing['inside']): string {
  const [first] = Object.values(spaces);
  if (first !== undefined && Object.keys(spaces).length === 4 && isAll(spaces, first))
    return `${say(first)} all around`;
  const words = PAIRS.flatMap(([one, other, both]) => {
    const [near, far] = [spaces[one], spaces[other]];
    if (near !== undefined && far?.px === near.px) return [`${say(near)} ${both}`];
    return [
      ...(near === undefined ? [] : [`${say(near)} ${one}`]),
      ...(far === undefined ? [] : [`${say(far)} ${other}`]),
    ];
  });
  return words.join(', ');
}

function isAll(spaces: Spacing['inside'], { px }: Space): boolean {
  return Object.values(spaces).every((space) => space.px === px);
}

function say({ px, token }: Space): string {
  return token === undefined ? `${px} px` : `${px} px ${token}`;
}

import type { PublishPlan } from './publish-plan.ts';

type Need = PublishPlan['needs'][number];

/** One line for each change that a second person must approve, with the reason. */
export function describeNeeds(needs: readonly Need[]): string {
  const width = Math.max(0, ...needs.map(({ subject }) => subject.length));
  return needs
    .map((need) => `  ${need.kind.padEnd(8)} ${need.subject.padEnd(width)}  ${whyOf(need)}\n`)
    .join('');
}

function whyOf({ kind, subject }: Need): string {
  switch (kind) {
    case 'money':
      return subject.includes('/')
        ? 'app.json, contracts and the theme can change where money goes or how it is shown'
        : 'the screen sends calls that change something at the service, or its "review" says money';
    case 'consent':
      return 'the screen has a box to tick, or its "review" says consent';
    case 'legal':
      return 'the screen shows a page in a frame, or its "review" says legal';
    default:
      return '"review.alone" of app.json does not exempt this change';
  }
}

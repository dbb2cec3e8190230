/*
 * What each part of the studio is. The tour, the help beside each pane, and a section of docs/start/studio.md have these
 * words (`tests/contract/studio-tour.test.ts`). Words between `**` are names of controls.
 */

export interface Help {
  readonly title: string;
  /** What this part of the studio is. */
  readonly about: string;
}

export const HELP = {
  outline: {
    title: 'Outline',
    about:
      'The outline lists everything on the open screen, from top to bottom. What is inside something else is indented.',
  },
  properties: {
    title: 'Properties',
    about:
      'The properties are the words and settings of what is selected. Each change is saved by itself, and **Undo** takes it back.',
  },
  phone: {
    title: 'Phone',
    about:
      'The phone shows your draft as borrowers would see it, with invented data. Borrowers see a draft only after it is published.',
  },
  states: {
    title: 'States',
    about:
      'A screen has several states: with data, while it loads, after an error. **State** shows one of them, **All states** shows all at once.',
  },
  problems: {
    title: 'Problems',
    about:
      'Problems lists errors, which stop publishing, and warnings, which you fix or accept with a reason. Press one to go to its cause.',
  },
  review: {
    title: 'Review',
    about: 'The review shows every change of your draft, in words and in pictures before and after.',
  },
  approval: {
    title: 'Approval',
    about:
      'Somebody else approves a change before it is published, unless the rules of your team exempt it. You can ask for it with a reason.',
  },
} as const satisfies { readonly [place: string]: Help };

export type HelpName = keyof typeof HELP;

export interface TourStep {
  readonly place: HelpName;
  /** What the person does in this step. */
  readonly task: string;
}

/** The tour: change words, see them, ask for an approval. */
export const TOUR: readonly TourStep[] = [
  { place: 'outline', task: 'Select a line that has words, for example a button.' },
  { place: 'properties', task: 'Change the words.' },
  { place: 'phone', task: 'See your words on the phone, in a frame.' },
  { place: 'states', task: 'Choose another state, and see the screen change.' },
  { place: 'review', task: 'Press **Review**.' },
  {
    place: 'approval',
    task: 'Type a reason and press the button below it. If this was only a try, end the tour here and discard the draft on Home.',
  },
];

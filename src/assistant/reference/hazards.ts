/** What a widget, an action, a type or a contract needs, because mistakes there cost people money or privacy. */
export interface Hazard {
  readonly about: 'money' | 'consent' | 'legal' | 'private' | 'network';
  /** The pages that it comes with. */
  readonly pages: readonly string[];
  readonly needs: string;
  /** Problem codes that report a part of it. */
  readonly codes: readonly string[];
}

export const HAZARDS: readonly Hazard[] = [
  {
    about: 'money',
    pages: ['action/request', 'document/endpoint', 'action/submit', 'guide/services'],
    needs:
      'protection against taking effect twice, for every call that changes something. Either the request is "critical" (intent, per, and ask with done and failed) and its contract has "once"; or its contract has "effect", which says why the same body sent twice has one effect, and "lost", the words when the answer is lost. With "critical", a catch for error.kind "unknown" must not say that it failed, and the list ends there: show success from data (guide/pay-once, example/pay-once). A second person must approve the screen.',
    codes: ['request/not-critical', 'endpoint/once', 'endpoint/effect'],
  },
  {
    about: 'money',
    pages: ['widget/amount', 'widget/number-field', 'function/money', 'value/types', 'document/endpoint'],
    needs:
      'whole minor units: "read": "minor" in the reply, "x-unit": "minor" in declarations; never a number with a fraction. Show it with amount or money(); rules "range" of it are in minor units. A value with "bad": "absent" must not decide about money.',
    codes: ['flow/misfit-decides'],
  },
  {
    about: 'consent',
    pages: ['widget/check', 'widget/choices'],
    needs:
      'a box that the person ticks: not ticked initially, with the look of a checkbox and a rule "required". A second person must approve the screen.',
    codes: ['consent/prechecked', 'field/consent-look'],
  },
  {
    about: 'legal',
    pages: ['widget/frame'],
    needs: 'a constant host, listed in hosts.frame of app.json. A second person must approve the screen.',
    codes: ['frame/unknown-host'],
  },
  {
    about: 'private',
    pages: ['widget/text-field', 'document/screen', 'document/endpoint'],
    needs:
      'marks on names, accounts, passwords and PINs ("sensitive", "purpose"). They are never part of an address, and a sensitive reply is never stored for offline.',
    codes: ['flow/private-address', 'field/secret', 'data/sensitive-offline'],
  },
  {
    about: 'network',
    pages: ['action/leave', 'action/go'],
    needs: 'a constant host, listed in hosts.leave of app.json.',
    codes: ['leave/unknown-host'],
  },
  {
    about: 'network',
    pages: ['widget/photos', 'widget/files', 'guide/uploads'],
    needs: 'a contract with "encoding": "multipart" and an "effect".',
    codes: ['endpoint/no-upload', 'endpoint/upload-effect'],
  },
];

/** The hazards of a page, one in each line. */
export function hazardsOf(page: string): readonly string[] {
  return HAZARDS.filter(({ pages }) => pages.includes(page)).map(sayHazard);
}

export function sayHazard({ about, needs, codes }: Hazard): string {
  return `${about}: needs ${needs} (${codes.join(', ')})`;
}

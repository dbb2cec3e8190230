import { html } from 'hono/html';
import { type Html, writePage } from '#src/shared/html.ts';

interface SampleDocument {
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** By the last segment of their address; scenarios use `never` for a document that does not load in time. */
const DOCUMENTS: ReadonlyMap<string, SampleDocument> = new Map([
  [
    'loan-agreement',
    {
      title: 'Loan agreement',
      paragraphs: [
        'The lender lends the amount that the confirmation page shows, and the borrower repays it by the payment plan of the same page.',
        'The borrower may repay the whole amount before the last date of the plan.',
        'A payment counts as made when the payment channel has confirmed it.',
      ],
    },
  ],
  [
    'disclosure-statement',
    {
      title: 'Disclosure statement',
      paragraphs: [
        'This statement lists the amount financed, the finance charges, the net proceeds and the schedule of payments before the loan is taken.',
        'The figures are those of the confirmation page.',
      ],
    },
  ],
  [
    'data-consent',
    {
      title: 'Consent to the use of data',
      paragraphs: [
        'The lender uses what the borrower has entered to decide on this loan and to collect its payments.',
        'The borrower may ask for a copy, a correction or the removal of this data.',
      ],
    },
  ],
  ['never', { title: 'A document that comes too late', paragraphs: [] }],
]);

/** @returns a page without scripts; undefined if there is no such document. */
export function writeDocument(name: string): Html | undefined {
  const document = DOCUMENTS.get(name);
  if (document === undefined) return undefined;
  const { title, paragraphs } = document;
  const body = ['Sample, to be replaced by the owner.', ...paragraphs].map((text) => html`<p>${text}</p>`);
  return writePage(title, '/pay.css', html`<h1>${title}</h1>\n${body}`);
}

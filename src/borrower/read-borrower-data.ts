import * as v from 'valibot';
import { BORROWER_DATA, type BorrowerData } from '#src/shared/borrower-data.ts';
import { BORROWER_DATA_ID } from '#src/shared/release.ts';

/** Reads the data of this borrower from the document, and removes it. */
export function readBorrowerData(document: Document): BorrowerData | undefined {
  const element = document.getElementById(BORROWER_DATA_ID);
  element?.remove();
  const data = v.safeParse(v.pipe(v.string(), v.parseJson(), BORROWER_DATA), element?.textContent);
  return data.success ? data.output : undefined;
}

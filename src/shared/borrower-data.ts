import * as v from 'valibot';

/** A reply of a service to a request of the screen, by the key of the request. */
export type GivenReply = readonly [
  key: string,
  reply: { readonly status: number; readonly body: string; readonly receivedAt?: number },
];

/**
 * The data of one borrower in a document: `<script type="application/json" id="capiz-data">`. It follows the shared
 * part of the document, and only the page of this response may read it.
 */
export const BORROWER_DATA = v.object({
  /** When the screen was rendered, milliseconds since the epoch. */
  now: v.number(),
  /** The page's own origin, as the server knows it. */
  origin: v.string(),
  /** Who shows the header in the rendered screen, `web` or `host`; absent if the placeholder stays. */
  chrome: v.exactOptional(v.string()),
  /** The engine validates each body, as that of every reply. */
  replies: v.custom<readonly GivenReply[]>(Array.isArray),
});
export type BorrowerData = Readonly<v.InferOutput<typeof BORROWER_DATA>>;

/** Id of the element with the rendered screen, until the page has taken it over. */
export const CONTENT_ELEMENT_ID = 'capiz-content';

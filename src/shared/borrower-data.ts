import * as v from 'valibot';

/**
 * The data of one borrower in a document: `<script type="application/json" id="capiz-data">`. It follows the shared
 * part of the document, and only the page of this response may read it.
 */
export const BORROWER_DATA = v.object({
  /** When the screen was rendered, milliseconds since the epoch. */
  now: v.number(),
  /** The page's own origin, as the server knows it. */
  origin: v.string(),
  /** Who shows the header in the rendered screen; absent if only data came, and the placeholder stays. */
  chrome: v.exactOptional(v.picklist(['web', 'host'])),
  /** Replies to the screen's first requests, by the key of the request. */
  replies: v.array(
    v.tuple([
      v.string(),
      v.object({ status: v.number(), body: v.string(), receivedAt: v.exactOptional(v.number()) }),
    ]),
  ),
});
export type BorrowerData = Readonly<v.InferOutput<typeof BORROWER_DATA>>;
export type GivenReply = BorrowerData['replies'][number];

/** Id of the element with the rendered screen, until the page has taken it over. */
export const CONTENT_ELEMENT_ID = 'capiz-content';

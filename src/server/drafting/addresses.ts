/** Prefix of links to drafts; the secret follows. */
export const DRAFTS_ADDRESS = '/capiz/draft';

/** Where drafts are shown to those who have a link; with its secret behind it. */
export const DRAFTS_ADDRESS = '/capiz/draft';

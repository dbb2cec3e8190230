/**
 * Header of a critical call: `<wish>/<ms>`, the wish's short name and the time when the server received the oldest
 * read that the screen shows. Our own server does not forward it.
 */
export const WISH_HEADER = 'Capiz-Wish';

/** Header of the answer to a read: when our server received the request, milliseconds since the epoch. */
export const RECEIVED_HEADER = 'Capiz-Received';

/** Header of a refusal: nothing was sent, because a success after the read has ended the wish. */
export const ENDED_HEADER = 'Capiz-Ended';

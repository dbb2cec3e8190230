/** Path of nginx's program. */
export function findNginx(): string;

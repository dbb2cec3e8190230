export interface Payload {
  readonly [member: string]: unknown;
}

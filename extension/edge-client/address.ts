/** The address of the edge's WebSocket. */
export function liveAddress(edge: string, cursor: number): string {
  return `${edge.replace(/^http/, 'ws')}/live?cursor=${cursor}`;
}

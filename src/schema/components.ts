/**
 * The strongly connected components reachable from the roots, in reverse topological order (Tarjan's algorithm).
 * The function is not recursive, because a chain of references may contain all schemas of a document.
 */
export function components<Node>(roots: Iterable<Node>, edgesOf: (node: Node) => readonly Node[]): Node[][] {
  const order = new Map<Node, number>();
  const low = new Map<Node, number>();
  const open = new Set<Node>();
  const stack: Node[] = [];
  const found: Node[][] = [];

  for (const root of roots) {
    if (order.has(root)) continue;
    const work: { readonly node: Node; readonly edges: readonly Node[]; next: number }[] = [];
    const enter = (node: Node): void => {
      order.set(node, order.size);
      low.set(node, order.size - 1);
      stack.push(node);
      open.add(node);
      work.push({ node, edges: edgesOf(node), next: 0 });
    };
    const lower = (node: Node, to: number): void => void low.set(node, Math.min(low.get(node) ?? to, to));

    enter(root);
    for (let frame = work.at(-1); frame !== undefined; frame = work.at(-1)) {
      const target = frame.edges[frame.next++];
      if (target !== undefined) {
        if (!order.has(target)) enter(target);
        else if (open.has(target)) lower(frame.node, order.get(target) ?? 0);
        continue;
      }
      work.pop();
      const parent = work.at(-1);
      if (parent !== undefined) lower(parent.node, low.get(frame.node) ?? 0);
      if (low.get(frame.node) !== order.get(frame.node)) continue;
      const component = stack.splice(stack.lastIndexOf(frame.node));
      for (const node of component) open.delete(node);
      found.push(component);
    }
  }
  return found;
}

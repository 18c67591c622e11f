/** What follows the last `/`: the name of a file without its folder, or of a resource without those that contain it. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

// The engine's requests about a file of one's own. Every method rejects with ControlError or EngineStopped.
import { Control } from "../engine/control.ts";
import type { Profile, ProfileChoices, ProfiledSheet, ProfilePartitions, ProfileProgress } from "../engine/types.ts";

export class ProfileControl extends Control {
  /** Begins with a file, and forgets the one before. */
  async begin(name: string, size: number): Promise<void> {
    await this.send("PUT profile", null, { query: { name, size } });
  }

  /** Reads the next slice. */
  add(slice: ArrayBuffer, last: boolean): Promise<ProfileProgress> {
    return this.call("POST profile", slice, { query: { last } });
  }

  /** Ends the file with the rows so far. */
  cut(): Promise<ProfileProgress> {
    return this.call("POST profile", "", { query: { cut: true } });
  }

  /** What is known of the file, with some of its values if they are asked for. */
  report(values: boolean): Promise<Profile> {
    return this.call("GET profile", null, { query: { values } });
  }

  /** The partitions that columns make, by their positions. */
  partitionsOf(columns: readonly number[]): Promise<ProfilePartitions> {
    return this.call("GET profile/*/partitions", null, { at: columns.join(","), query: { values: true } });
  }

  filledSheet(choices: ProfileChoices): Promise<ProfiledSheet> {
    return this.call("POST profile/*/sheet", choices, { at: "keys" });
  }

  /** Rows of whole groups as JSON lines. */
  async sample(): Promise<string> {
    return (await this.send("GET profile/*/sample", null, { at: "rows" })).text();
  }

  async forget(): Promise<void> {
    await this.send("DELETE profile", null);
  }
}

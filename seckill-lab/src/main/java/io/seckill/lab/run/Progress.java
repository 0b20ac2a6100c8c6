package io.seckill.lab.run;

import io.seckill.lab.stage.Answer;
import io.seckill.lab.stage.Noticed;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What happened in one process since its last report.
 *
 * @param answers how often each {@link Answer} was given
 * @param buyers who was told to have an item, once for each time
 * @param latencies how long the answers took, in microseconds
 * @param elapsedNanos the time from the start to the last answer
 * @param connections database connections in use, at most
 * @param noticed what the stage noticed since the start
 * @param failure what the first purchase without an answer met with; empty if there was none
 */
record Progress(
        Map<Answer, Long> answers,
        List<Integer> buyers,
        Histogram latencies,
        long elapsedNanos,
        int connections,
        Noticed noticed,
        String failure) {

    long of(Answer answer) {
        return answers.getOrDefault(answer, 0L);
    }

    void writeTo(DataOutputStream out) throws IOException {
        for (Answer answer : Answer.values()) {
            out.writeLong(of(answer));
        }
        writeInts(out, buyers);
        ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
        int length = latencies.encodeIntoByteBuffer(bytes);
        out.writeInt(length);
        out.write(bytes.array(), 0, length);
        out.writeLong(elapsedNanos);
        out.writeInt(connections);
        out.writeLong(noticed.overlaps());
        out.writeLong(noticed.updates());
        out.writeLong(noticed.lostUpdates());
        out.writeUTF(failure);
    }

    static Progress readFrom(DataInputStream in) throws IOException {
        Map<Answer, Long> answers = new EnumMap<>(Answer.class);
        for (Answer answer : Answer.values()) {
            answers.put(answer, in.readLong());
        }
        List<Integer> buyers = readInts(in);
        Histogram latencies = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(in.readNBytes(in.readInt())), 0);
        return new Progress(
                answers,
                buyers,
                latencies,
                in.readLong(),
                in.readInt(),
                new Noticed(in.readLong(), in.readLong(), in.readLong()),
                in.readUTF());
    }

    static void writeInts(DataOutputStream out, List<Integer> values) throws IOException {
        out.writeInt(values.size());
        for (int value : values) {
            out.writeInt(value);
        }
    }

    static List<Integer> readInts(DataInputStream in) throws IOException {
        int count = in.readInt();
        List<Integer> values = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            values.add(in.readInt());
        }
        return values;
    }
}

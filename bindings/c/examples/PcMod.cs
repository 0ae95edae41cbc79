// Records a session as a mod of Beat Saber on the PC would, by P/Invoke, and reads it back.
//
//     mcs -out:PcMod.exe PcMod.cs && mono PcMod.exe FOLDER        (with libghostreel_c beside it or on the library path)

using System;
using System.IO;
using System.Runtime.InteropServices;
using System.Text;

static class Ghostreel
{
    const string Library = "ghostreel_c";

    public const int Ok = 0, Full = 2, Finished = 2;
    public const uint Trouble = 0, ReelPath = 1, OwnFilePath = 2, Remarks = 3;
    public const uint AbiVersion = 1;

    [StructLayout(LayoutKind.Sequential)]
    public struct Status
    {
        public int State;
        public ulong Rows, RowsLost, BytesLost, BytesWritten, BytesWaiting;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct Column
    {
        public uint Type, TextCount;
        public ulong Rows;
        public IntPtr Values, Present, Texts;
    }

    [DllImport(Library)] public static extern uint ghostreel_abi_version();
    [DllImport(Library)] public static extern IntPtr ghostreel_last_error();
    [DllImport(Library)] public static extern IntPtr ghostreel_session_new(byte[] game, byte[] folder, byte[] name);
    [DllImport(Library)] public static extern int ghostreel_session_add_known_tables(IntPtr session);
    [DllImport(Library)] public static extern IntPtr ghostreel_recorder_begin(IntPtr session);
    [DllImport(Library)] public static extern int ghostreel_recorder_table(IntPtr recorder, byte[] name, out ushort table);
    [DllImport(Library)] public static extern UIntPtr ghostreel_recorder_row_length(IntPtr recorder, ushort table);
    // By reference: the row is lent, and nothing is copied or kept on the heap.
    [DllImport(Library)] public static extern int ghostreel_recorder_push(IntPtr recorder, ushort table, ref Frame row, UIntPtr length,
        IntPtr present, UIntPtr presentLength, IntPtr texts, UIntPtr textsLength);
    [DllImport(Library)] public static extern int ghostreel_recorder_push(IntPtr recorder, ushort table, byte[] row, UIntPtr length,
        IntPtr present, UIntPtr presentLength, byte[] texts, UIntPtr textsLength);
    [DllImport(Library)] public static extern int ghostreel_recorder_set_result(IntPtr recorder, byte[] name, byte[] value);
    [DllImport(Library)] public static extern int ghostreel_recorder_end(IntPtr recorder);
    [DllImport(Library)] public static extern int ghostreel_recorder_wait(IntPtr recorder, ulong milliseconds, out Status status);
    [DllImport(Library)] public static extern IntPtr ghostreel_recorder_text(IntPtr recorder, uint which);
    [DllImport(Library)] public static extern void ghostreel_recorder_free(IntPtr recorder);
    [DllImport(Library)] public static extern IntPtr ghostreel_replay_open(byte[] path);
    [DllImport(Library)] public static extern int ghostreel_replay_column(IntPtr replay, byte[] table, byte[] name, out Column column);
    [DllImport(Library)] public static extern IntPtr ghostreel_replay_statistics(IntPtr replay);
    [DllImport(Library)] public static extern void ghostreel_replay_free(IntPtr replay);

    // Texts are UTF-8 with a zero byte at the end, on each system.
    public static byte[] Utf8(string text) { return Encoding.UTF8.GetBytes(text + "\0"); }

    public static string Text(IntPtr text)
    {
        if (text == IntPtr.Zero) throw new InvalidOperationException(Text(ghostreel_last_error()));
        int length = 0;
        while (Marshal.ReadByte(text, length) != 0) length++;
        var bytes = new byte[length];
        Marshal.Copy(text, bytes, 0, length);
        return Encoding.UTF8.GetString(bytes);
    }

    public static void Check(int outcome) { if (outcome != Ok) throw new InvalidOperationException(Text(ghostreel_last_error())); }

    public static IntPtr Check(IntPtr made)
    {
        if (made == IntPtr.Zero) throw new InvalidOperationException(Text(ghostreel_last_error()));
        return made;
    }
}

[StructLayout(LayoutKind.Sequential, Pack = 1)]
struct Pose
{
    public float X, Y, Z, I, J, K, W;
}

// A row of the table `frames`, as docs/spec/reel-beat-saber.md has it.
[StructLayout(LayoutKind.Sequential, Pack = 1)]
struct Frame
{
    public float Time;
    public int Fps;
    public Pose Head, Left, Right;
    public uint Number;
    public double Clock;
    public byte HeadTracked, LeftTracked, RightTracked;

    public static Frame Of(uint number)
    {
        float time = number / 90f;
        var head = new Pose { X = (float)Math.Sin(time) * 0.1f, Y = 1.7f, W = 1 };
        var hand = new Pose { X = (float)Math.Cos(time) * 0.4f, Y = 1.1f, Z = 0.3f, W = 1 };
        return new Frame { Time = time, Fps = 90, Head = head, Left = hand, Right = hand, Number = number, Clock = time,
            HeadTracked = 1, LeftTracked = 1, RightTracked = 1 };
    }
}

static class PcMod
{
    const uint Frames = 90 * 20;

    static ushort Table(IntPtr recorder, string name)
    {
        ushort table;
        Ghostreel.Check(Ghostreel.ghostreel_recorder_table(recorder, Ghostreel.Utf8(name), out table));
        return table;
    }

    // The info of a session: texts are in their own buffer, and their lengths in the row.
    static void PushInfo(IntPtr recorder, int score)
    {
        var row = new MemoryStream();
        var texts = new MemoryStream();
        var to = new BinaryWriter(row);
        Action<string> put = text =>
        {
            var bytes = Encoding.UTF8.GetBytes(text);
            to.Write((uint)bytes.Length);
            texts.Write(bytes, 0, bytes.Length);
        };
        put("pc-mod 1.0"); put("1.40.9_10012"); to.Write(1700000000L);
        foreach (var text in new[] { "76561190000000000", "Zoë", "steam", "OpenVR", "Index", "Knuckles", "Knuckles",
            "8F4B3A0F0C5B9E6D7A1C2D3E4F5061728394A5B6", "A song", "A mapper", "ExpertPlus", "Standard", "Nice", "" }) put(text);
        to.Write(score); to.Write(18f); to.Write((byte)0); to.Write(1.75f); to.Write(0f); to.Write(0f); to.Write(0f);
        put("clear"); to.Write(20f); to.Write(120f); to.Write(16f); to.Write(0f); to.Write(0f); to.Write(0f); to.Write(0f);
        Ghostreel.Check(Ghostreel.ghostreel_recorder_push(recorder, Table(recorder, "info"), row.ToArray(), (UIntPtr)(ulong)row.Length,
            IntPtr.Zero, UIntPtr.Zero, texts.ToArray(), (UIntPtr)(ulong)texts.Length));
    }

    static string Record(string folder)
    {
        var session = Ghostreel.Check(Ghostreel.ghostreel_session_new(Ghostreel.Utf8("beat-saber"), Ghostreel.Utf8(folder), Ghostreel.Utf8("pc")));
        Ghostreel.Check(Ghostreel.ghostreel_session_add_known_tables(session));
        var recorder = Ghostreel.Check(Ghostreel.ghostreel_recorder_begin(session));
        ushort frames = Table(recorder, "frames");
        var length = (UIntPtr)(uint)Marshal.SizeOf(typeof(Frame));
        if (Ghostreel.ghostreel_recorder_row_length(recorder, frames) != length) throw new InvalidOperationException("frames");
        for (uint number = 0; number < Frames; number++)
        {
            var frame = Frame.Of(number);
            Ghostreel.Check(Ghostreel.ghostreel_recorder_push(recorder, frames, ref frame, length, IntPtr.Zero, UIntPtr.Zero, IntPtr.Zero, UIntPtr.Zero));
        }
        PushInfo(recorder, 11500);
        Ghostreel.Check(Ghostreel.ghostreel_recorder_set_result(recorder, Ghostreel.Utf8("end"), Ghostreel.Utf8("clear")));
        Ghostreel.Check(Ghostreel.ghostreel_recorder_end(recorder));
        Ghostreel.Status status;
        Ghostreel.Check(Ghostreel.ghostreel_recorder_wait(recorder, 30000, out status));
        if (status.State != Ghostreel.Finished || status.RowsLost != 0)
            throw new InvalidOperationException(Ghostreel.Text(Ghostreel.ghostreel_recorder_text(recorder, Ghostreel.Trouble)));
        string path = Ghostreel.Text(Ghostreel.ghostreel_recorder_text(recorder, Ghostreel.OwnFilePath));
        if (path == "") throw new InvalidOperationException(Ghostreel.Text(Ghostreel.ghostreel_recorder_text(recorder, Ghostreel.Remarks)));
        Ghostreel.ghostreel_recorder_free(recorder);
        return path;
    }

    static int Main(string[] given)
    {
        if (Ghostreel.ghostreel_abi_version() != Ghostreel.AbiVersion) throw new InvalidOperationException("another version of the library");
        string path = Record(given.Length > 0 ? given[0] : ".");
        var replay = Ghostreel.Check(Ghostreel.ghostreel_replay_open(Ghostreel.Utf8(path)));
        Ghostreel.Column x;
        Ghostreel.Check(Ghostreel.ghostreel_replay_column(replay, Ghostreel.Utf8("frames"), Ghostreel.Utf8("head.pos.x"), out x));
        var values = new float[x.Rows];
        Marshal.Copy(x.Values, values, 0, values.Length);
        if (values.Length != Frames) throw new InvalidOperationException(values.Length + " rows");
        for (uint number = 0; number < Frames; number++)
            if (values[number] != Frame.Of(number).Head.X) throw new InvalidOperationException("row " + number + " is another");
        string statistics = Ghostreel.Text(Ghostreel.ghostreel_replay_statistics(replay));
        Console.WriteLine(values.Length + " frames in the .bsor; statistics: " + statistics.Substring(0, 40) + "…");
        Ghostreel.ghostreel_replay_free(replay);
        return 0;
    }
}
